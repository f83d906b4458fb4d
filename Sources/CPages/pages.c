// The files of the console's pages, as they are; C because Swift takes minutes over an array of bytes.
#include "CPages.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char banner_mustache[] = {
#embed "../Console/Pages/banner.mustache"
};
static const unsigned char bars_mustache[] = {
#embed "../Console/Pages/bars.mustache"
};
static const unsigned char blind_mustache[] = {
#embed "../Console/Pages/blind.mustache"
};
static const unsigned char camera_health_mustache[] = {
#embed "../Console/Pages/camera-health.mustache"
};
static const unsigned char camera_pages_mustache[] = {
#embed "../Console/Pages/camera-pages.mustache"
};
static const unsigned char camera_mustache[] = {
#embed "../Console/Pages/camera.mustache"
};
static const unsigned char cameras_js[] = {
#embed "../Console/Pages/cameras.js"
};
static const unsigned char cameras_mustache[] = {
#embed "../Console/Pages/cameras.mustache"
};
static const unsigned char console_css[] = {
#embed "../Console/Pages/console.css"
};
static const unsigned char console_js[] = {
#embed "../Console/Pages/console.js"
};
static const unsigned char doors_mustache[] = {
#embed "../Console/Pages/doors.mustache"
};
static const unsigned char event_mustache[] = {
#embed "../Console/Pages/event.mustache"
};
static const unsigned char field_mustache[] = {
#embed "../Console/Pages/field.mustache"
};
static const unsigned char findings_mustache[] = {
#embed "../Console/Pages/findings.mustache"
};
static const unsigned char foot_mustache[] = {
#embed "../Console/Pages/foot.mustache"
};
static const unsigned char head_mustache[] = {
#embed "../Console/Pages/head.mustache"
};
static const unsigned char health_mustache[] = {
#embed "../Console/Pages/health.mustache"
};
static const unsigned char icon_svg[] = {
#embed "../Console/Pages/icon.svg"
};
static const unsigned char invitation_mustache[] = {
#embed "../Console/Pages/invitation.mustache"
};
static const unsigned char lane_mustache[] = {
#embed "../Console/Pages/lane.mustache"
};
static const unsigned char list_mustache[] = {
#embed "../Console/Pages/list.mustache"
};
static const unsigned char lists_mustache[] = {
#embed "../Console/Pages/lists.mustache"
};
static const unsigned char live_js[] = {
#embed "../Console/Pages/live.js"
};
static const unsigned char live_mustache[] = {
#embed "../Console/Pages/live.mustache"
};
static const unsigned char login_mustache[] = {
#embed "../Console/Pages/login.mustache"
};
static const unsigned char looks_mustache[] = {
#embed "../Console/Pages/looks.mustache"
};
static const unsigned char miss_row_mustache[] = {
#embed "../Console/Pages/miss-row.mustache"
};
static const unsigned char miss_mustache[] = {
#embed "../Console/Pages/miss.mustache"
};
static const unsigned char newcamera_mustache[] = {
#embed "../Console/Pages/newcamera.mustache"
};
static const unsigned char nocamera_mustache[] = {
#embed "../Console/Pages/nocamera.mustache"
};
static const unsigned char openapi_json[] = {
#embed "../Console/Pages/openapi.json"
};
static const unsigned char plates_chart_mustache[] = {
#embed "../Console/Pages/plates-chart.mustache"
};
static const unsigned char plates_mustache[] = {
#embed "../Console/Pages/plates.mustache"
};
static const unsigned char problem_mustache[] = {
#embed "../Console/Pages/problem.mustache"
};
static const unsigned char resend_mustache[] = {
#embed "../Console/Pages/resend.mustache"
};
static const unsigned char row_mustache[] = {
#embed "../Console/Pages/row.mustache"
};
static const unsigned char session_row_mustache[] = {
#embed "../Console/Pages/session-row.mustache"
};
static const unsigned char session_mustache[] = {
#embed "../Console/Pages/session.mustache"
};
static const unsigned char sessions_mustache[] = {
#embed "../Console/Pages/sessions.mustache"
};
static const unsigned char timeline_mustache[] = {
#embed "../Console/Pages/timeline.mustache"
};
static const unsigned char users_mustache[] = {
#embed "../Console/Pages/users.mustache"
};
static const unsigned char why_mustache[] = {
#embed "../Console/Pages/why.mustache"
};

#define PAGE(name, bytes) {name, bytes, sizeof bytes}

static const struct plated_page pages[] = {
    PAGE("banner.mustache", banner_mustache),
    PAGE("bars.mustache", bars_mustache),
    PAGE("blind.mustache", blind_mustache),
    PAGE("camera-health.mustache", camera_health_mustache),
    PAGE("camera-pages.mustache", camera_pages_mustache),
    PAGE("camera.mustache", camera_mustache),
    PAGE("cameras.js", cameras_js),
    PAGE("cameras.mustache", cameras_mustache),
    PAGE("console.css", console_css),
    PAGE("console.js", console_js),
    PAGE("doors.mustache", doors_mustache),
    PAGE("event.mustache", event_mustache),
    PAGE("field.mustache", field_mustache),
    PAGE("findings.mustache", findings_mustache),
    PAGE("foot.mustache", foot_mustache),
    PAGE("head.mustache", head_mustache),
    PAGE("health.mustache", health_mustache),
    PAGE("icon.svg", icon_svg),
    PAGE("invitation.mustache", invitation_mustache),
    PAGE("lane.mustache", lane_mustache),
    PAGE("list.mustache", list_mustache),
    PAGE("lists.mustache", lists_mustache),
    PAGE("live.js", live_js),
    PAGE("live.mustache", live_mustache),
    PAGE("login.mustache", login_mustache),
    PAGE("looks.mustache", looks_mustache),
    PAGE("miss-row.mustache", miss_row_mustache),
    PAGE("miss.mustache", miss_mustache),
    PAGE("newcamera.mustache", newcamera_mustache),
    PAGE("nocamera.mustache", nocamera_mustache),
    PAGE("openapi.json", openapi_json),
    PAGE("plates-chart.mustache", plates_chart_mustache),
    PAGE("plates.mustache", plates_mustache),
    PAGE("problem.mustache", problem_mustache),
    PAGE("resend.mustache", resend_mustache),
    PAGE("row.mustache", row_mustache),
    PAGE("session-row.mustache", session_row_mustache),
    PAGE("session.mustache", session_mustache),
    PAGE("sessions.mustache", sessions_mustache),
    PAGE("timeline.mustache", timeline_mustache),
    PAGE("users.mustache", users_mustache),
    PAGE("why.mustache", why_mustache),
};

const struct plated_page *plated_pages(void) { return pages; }

size_t plated_page_count(void) { return sizeof pages / sizeof *pages; }
