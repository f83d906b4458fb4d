// What Swift cannot import from the kernel's Video4Linux header: request numbers (macros with casts), ioctl (variadic), and
// packed structures with unnamed unions. Every function returns 0, or the negative errno.
#pragma once

#include <errno.h>
#include <linux/videodev2.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

static const uint32_t plated_v4l2_focus_auto = V4L2_CID_FOCUS_AUTO;
static const uint32_t plated_v4l2_exposure_auto = V4L2_CID_EXPOSURE_AUTO;
static const uint32_t plated_v4l2_exposure_metering = V4L2_CID_EXPOSURE_METERING;
// Newer than Debian 12's header (linux/uvcvideo.h of Linux 6.16): looked up on the device when it is opened.
static const uint32_t plated_v4l2_region_rectangle = V4L2_CID_USER_BASE + 0x11e0 + 1;
static const uint32_t plated_v4l2_region_auto = V4L2_CID_USER_BASE + 0x11e0 + 2;
static const uint32_t plated_v4l2_type_rectangle = 0x0107;

typedef struct {
    char driver[17], card[33], bus[33];
    // Of this node, not of the whole device.
    uint32_t capabilities;
} plated_v4l2_identity;

typedef struct {
    char description[33];
    uint32_t fourcc;
} plated_v4l2_format;

// One size, or a range of sizes where is_range is set.
typedef struct {
    uint32_t width, height, maximum_width, maximum_height;
    int is_range;
} plated_v4l2_size;

typedef struct {
    uint32_t id, type, flags;
    char name[33];
    int64_t minimum, maximum, step, standard;
} plated_v4l2_control;

typedef struct {
    int32_t left, top;
    uint32_t width, height;
} plated_v4l2_rectangle;

static inline int plated_v4l2_request(int device, unsigned long request, void *argument) {
    int status;
    do status = ioctl(device, request, argument);
    while (status < 0 && errno == EINTR);
    return status < 0 ? -errno : 0;
}

static inline int plated_v4l2_identify(int device, plated_v4l2_identity *out) {
    struct v4l2_capability answer;
    memset(&answer, 0, sizeof answer);
    int status = plated_v4l2_request(device, VIDIOC_QUERYCAP, &answer);
    if (status < 0) return status;
    memset(out, 0, sizeof *out);
    memcpy(out->driver, answer.driver, sizeof answer.driver);
    memcpy(out->card, answer.card, sizeof answer.card);
    memcpy(out->bus, answer.bus_info, sizeof answer.bus_info);
    out->capabilities = answer.capabilities & V4L2_CAP_DEVICE_CAPS ? answer.device_caps : answer.capabilities;
    return 0;
}

static inline int plated_v4l2_format_at(int device, uint32_t index, plated_v4l2_format *out) {
    struct v4l2_fmtdesc answer;
    memset(&answer, 0, sizeof answer);
    answer.index = index;
    answer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    int status = plated_v4l2_request(device, VIDIOC_ENUM_FMT, &answer);
    if (status < 0) return status;
    memset(out, 0, sizeof *out);
    memcpy(out->description, answer.description, sizeof answer.description);
    out->fourcc = answer.pixelformat;
    return 0;
}

static inline int plated_v4l2_size_at(int device, uint32_t fourcc, uint32_t index, plated_v4l2_size *out) {
    struct v4l2_frmsizeenum answer;
    memset(&answer, 0, sizeof answer);
    answer.index = index;
    answer.pixel_format = fourcc;
    int status = plated_v4l2_request(device, VIDIOC_ENUM_FRAMESIZES, &answer);
    if (status < 0) return status;
    out->is_range = answer.type != V4L2_FRMSIZE_TYPE_DISCRETE;
    out->width = out->is_range ? answer.stepwise.min_width : answer.discrete.width;
    out->height = out->is_range ? answer.stepwise.min_height : answer.discrete.height;
    out->maximum_width = out->is_range ? answer.stepwise.max_width : out->width;
    out->maximum_height = out->is_range ? answer.stepwise.max_height : out->height;
    return 0;
}

// Frames a second; the fastest one where the device gives a range.
static inline int plated_v4l2_rate_at(
    int device, uint32_t fourcc, uint32_t width, uint32_t height, uint32_t index, double *out) {
    struct v4l2_frmivalenum answer;
    memset(&answer, 0, sizeof answer);
    answer.index = index;
    answer.pixel_format = fourcc;
    answer.width = width;
    answer.height = height;
    int status = plated_v4l2_request(device, VIDIOC_ENUM_FRAMEINTERVALS, &answer);
    if (status < 0) return status;
    if (answer.type != V4L2_FRMIVAL_TYPE_DISCRETE && index > 0) return -EINVAL;
    struct v4l2_fract interval =
        answer.type == V4L2_FRMIVAL_TYPE_DISCRETE ? answer.discrete : answer.stepwise.min;
    if (interval.numerator == 0) return -EINVAL;
    *out = (double)interval.denominator / interval.numerator;
    return 0;
}

// The control after `id`, in the order of ids; 0 begins.
static inline int plated_v4l2_control_after(int device, uint32_t id, plated_v4l2_control *out) {
    struct v4l2_query_ext_ctrl answer;
    memset(&answer, 0, sizeof answer);
    answer.id = id | V4L2_CTRL_FLAG_NEXT_CTRL | V4L2_CTRL_FLAG_NEXT_COMPOUND;
    int status = plated_v4l2_request(device, VIDIOC_QUERY_EXT_CTRL, &answer);
    if (status < 0) return status;
    memset(out, 0, sizeof *out);
    memcpy(out->name, answer.name, sizeof answer.name);
    out->id = answer.id;
    out->type = answer.type;
    out->flags = answer.flags;
    out->minimum = answer.minimum;
    out->maximum = answer.maximum;
    out->step = (int64_t)answer.step;
    out->standard = answer.default_value;
    return 0;
}

static inline int plated_v4l2_menu_item(int device, uint32_t id, uint32_t index, int is_number, char name[33]) {
    struct v4l2_querymenu answer;
    memset(&answer, 0, sizeof answer);
    answer.id = id;
    answer.index = index;
    int status = plated_v4l2_request(device, VIDIOC_QUERYMENU, &answer);
    if (status < 0) return status;
    memset(name, 0, 33);
    if (!is_number) memcpy(name, answer.name, sizeof answer.name);
    return 0;
}

static inline int plated_v4l2_exchange(
    int device, unsigned long request, uint32_t which, struct v4l2_ext_control *control) {
    struct v4l2_ext_controls all;
    memset(&all, 0, sizeof all);
    all.which = which;
    all.count = 1;
    all.controls = control;
    return plated_v4l2_request(device, request, &all);
}

static inline int plated_v4l2_get(int device, uint32_t id, int is_wide, int64_t *value) {
    struct v4l2_ext_control control;
    memset(&control, 0, sizeof control);
    control.id = id;
    int status = plated_v4l2_exchange(device, VIDIOC_G_EXT_CTRLS, V4L2_CTRL_WHICH_CUR_VAL, &control);
    if (status == 0) *value = is_wide ? control.value64 : control.value;
    return status;
}

static inline int plated_v4l2_set(int device, uint32_t id, int is_wide, int64_t value) {
    struct v4l2_ext_control control;
    memset(&control, 0, sizeof control);
    control.id = id;
    if (is_wide) control.value64 = value;
    else control.value = (int32_t)value;
    return plated_v4l2_exchange(device, VIDIOC_S_EXT_CTRLS, V4L2_CTRL_WHICH_CUR_VAL, &control);
}

static inline int plated_v4l2_get_rectangle(int device, uint32_t id, int is_maximum, plated_v4l2_rectangle *out) {
    struct v4l2_rect rectangle;
    struct v4l2_ext_control control;
    memset(&rectangle, 0, sizeof rectangle);
    memset(&control, 0, sizeof control);
    control.id = id;
    control.size = sizeof rectangle;
    control.ptr = &rectangle;
    // V4L2_CTRL_WHICH_MAX_VAL, as new as the rectangles themselves.
    int status = plated_v4l2_exchange(
        device, VIDIOC_G_EXT_CTRLS, is_maximum ? 0x0f030000 : V4L2_CTRL_WHICH_CUR_VAL, &control);
    if (status < 0) return status;
    out->left = rectangle.left;
    out->top = rectangle.top;
    out->width = rectangle.width;
    out->height = rectangle.height;
    return 0;
}

static inline int plated_v4l2_set_rectangle(int device, uint32_t id, const plated_v4l2_rectangle *in) {
    struct v4l2_rect rectangle = {in->left, in->top, in->width, in->height};
    struct v4l2_ext_control control;
    memset(&control, 0, sizeof control);
    control.id = id;
    control.size = sizeof rectangle;
    control.ptr = &rectangle;
    return plated_v4l2_exchange(device, VIDIOC_S_EXT_CTRLS, V4L2_CTRL_WHICH_CUR_VAL, &control);
}
