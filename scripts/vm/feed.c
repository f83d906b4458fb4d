/* Offers the pictures of a file, one after the other, on a v4l2loopback device, for ever.
 *
 *   feed DEVICE FILE WIDTH HEIGHT MILLISECONDS [FOURCC]
 *
 * FOURCC is GREY (unless told otherwise), YUYV, NV12 or MJPG: raw pictures of one size, or JPEGs one after the other. The device
 * takes what is written after S_FMT on the same descriptor. */
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static int fail(const char *what) {
    perror(what);
    return 74;
}

/* Where the picture that starts at `at` ends: raw ones by their size, JPEGs where the next one starts. */
static size_t end_of(const unsigned char *file, size_t length, size_t at, size_t size) {
    if (size) return at + size <= length ? at + size : length;
    for (size_t next = at + 3; next + 2 < length; next++)
        if (file[next] == 0xFF && file[next + 1] == 0xD8 && file[next + 2] == 0xFF) return next;
    return length;
}

int main(int argc, char **argv) {
    if (argc != 6 && argc != 7) return 64;
    int width = atoi(argv[3]), height = atoi(argv[4]), wait = atoi(argv[5]);
    const char *name = argc == 7 ? argv[6] : "GREY";
    if (strlen(name) != 4) return 64;
    size_t raw = (size_t)width * height;
    size_t size = strcmp(name, "MJPG") == 0 ? 0 : strcmp(name, "YUYV") == 0 ? 2 * raw : strcmp(name, "NV12") == 0 ? raw * 3 / 2 : raw;

    FILE *file = fopen(argv[2], "rb");
    if (!file || fseek(file, 0, SEEK_END) < 0) return fail(argv[2]);
    size_t length = ftell(file);
    unsigned char *pictures = malloc(length);
    rewind(file);
    if (!pictures || !length || fread(pictures, 1, length, file) != length) return fail(argv[2]);

    int device = open(argv[1], O_RDWR);
    if (device < 0) return fail(argv[1]);
    struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
    format.fmt.pix.width = width;
    format.fmt.pix.height = height;
    format.fmt.pix.pixelformat = v4l2_fourcc(name[0], name[1], name[2], name[3]);
    format.fmt.pix.field = V4L2_FIELD_NONE;
    format.fmt.pix.bytesperline = size == raw || strcmp(name, "NV12") == 0 ? width : size ? 2 * width : 0;
    format.fmt.pix.sizeimage = size ? size : 2 * raw;
    if (ioctl(device, VIDIOC_S_FMT, &format) < 0) return fail("VIDIOC_S_FMT");
    for (size_t at = 0;;) {
        size_t end = end_of(pictures, length, at, size);
        if (write(device, pictures + at, end - at) < 0) return fail("write");
        at = end < length ? end : 0;
        struct timespec pause = {wait / 1000, wait % 1000 * 1000000L};
        nanosleep(&pause, NULL);
    }
}
