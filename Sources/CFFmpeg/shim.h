// What Swift cannot import from FFmpeg's headers: macros with casts, and variadic functions.
#pragma once

#include <libavcodec/avcodec.h>
#include <libavdevice/version.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/parseutils.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <stdbool.h>
#include <string.h>

static const int64_t plated_no_timestamp = AV_NOPTS_VALUE;

/// Whether a decoded picture is one of fields.
static inline bool plated_is_interlaced(const AVFrame *picture) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    return picture->flags & AV_FRAME_FLAG_INTERLACED;
#else
    return picture->interlaced_frame;
#endif
}
static const int plated_error_end_of_file = AVERROR_EOF;
static const int plated_error_try_again = AVERROR(EAGAIN);
static const int plated_error_timed_out = AVERROR(ETIMEDOUT);
static const int plated_error_out_of_memory = AVERROR(ENOMEM);
static const int plated_error_invalid_data = AVERROR_INVALIDDATA;
static const int plated_error_protocol_not_found = AVERROR_PROTOCOL_NOT_FOUND;
static const int plated_error_not_found = AVERROR(ENOENT);
static const int plated_error_refused = AVERROR(ECONNREFUSED);
static const int plated_error_input_output = AVERROR(EIO);
static const int plated_opt_search_fake_obj = AV_OPT_SEARCH_FAKE_OBJ;
static const int plated_error_http_bad_request = AVERROR_HTTP_BAD_REQUEST;
static const int plated_error_http_unauthorised = AVERROR_HTTP_UNAUTHORIZED;
static const int plated_error_http_forbidden = AVERROR_HTTP_FORBIDDEN;
static const int plated_error_http_not_found = AVERROR_HTTP_NOT_FOUND;
static const int plated_error_http_other = AVERROR_HTTP_OTHER_4XX;
static const int plated_error_http_server = AVERROR_HTTP_SERVER_ERROR;

// The file name of the libavdevice these headers belong to.
static const char *const plated_device_library = "libavdevice.so." AV_STRINGIFY(LIBAVDEVICE_VERSION_MAJOR);

// av_log's callback takes a va_list: the line is put together here and handed on as plain text.
//
// FFmpeg tells of packets that were lost on the way in its log and nowhere else, whatever the level, so what it is about to
// say is looked at first. `context` is what says it: the AVFormatContext. The same holds for an RTSP redirect: FFmpeg says that
// it follows one, with the new address in the AVFormatContext, before it connects.
typedef void (*plated_log_handler)(int level, const char *line);
typedef void (*plated_loss_handler)(const void *context);
typedef void (*plated_redirect_handler)(AVFormatContext *context);
static plated_log_handler plated_current_log_handler = NULL;
static plated_loss_handler plated_current_loss_handler = NULL;
static plated_redirect_handler plated_current_redirect_handler = NULL;

static void plated_log_callback(void *context, int level, const char *format, va_list arguments) {
    static _Thread_local int at_line_start = 1;
    char line[1024];
    if (plated_current_loss_handler && strncmp(format, "RTP: missed", 11) == 0) plated_current_loss_handler(context);
    if (plated_current_redirect_handler && strncmp(format, "Status %d: Redirecting", 22) == 0)
        plated_current_redirect_handler((AVFormatContext *)context);
    if (level > av_log_get_level() || !plated_current_log_handler) return;
    av_log_format_line2(context, level, format, arguments, line, sizeof line, &at_line_start);
    plated_current_log_handler(level, line);
}

static inline void plated_set_log_handlers(
    plated_log_handler line, plated_loss_handler loss, plated_redirect_handler redirect) {
    plated_current_log_handler = line;
    plated_current_loss_handler = loss;
    plated_current_redirect_handler = redirect;
    av_log_set_callback(plated_log_callback);
}
