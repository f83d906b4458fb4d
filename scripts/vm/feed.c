/* Offers the raw grey pictures of a file, one after the other, on a v4l2loopback device, for ever.
 *
 *   feed DEVICE FILE WIDTH HEIGHT MILLISECONDS
 *
 * The device takes what is written after S_FMT on the same descriptor. */
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

int main(int argc, char **argv) {
    if (argc != 6) return 64;
    int width = atoi(argv[3]), height = atoi(argv[4]), wait = atoi(argv[5]);
    size_t size = (size_t)width * height;
    unsigned char *picture = malloc(size);
    FILE *file = fopen(argv[2], "rb");
    if (!file || !picture) return fail(argv[2]);
    int device = open(argv[1], O_RDWR);
    if (device < 0) return fail(argv[1]);
    struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
    format.fmt.pix.width = width;
    format.fmt.pix.height = height;
    format.fmt.pix.pixelformat = V4L2_PIX_FMT_GREY;
    format.fmt.pix.field = V4L2_FIELD_NONE;
    format.fmt.pix.bytesperline = width;
    format.fmt.pix.sizeimage = size;
    if (ioctl(device, VIDIOC_S_FMT, &format) < 0) return fail("VIDIOC_S_FMT");
    for (;;) {
        if (fread(picture, 1, size, file) != size) {
            rewind(file);
            if (fread(picture, 1, size, file) != size) return fail(argv[2]);
        }
        if (write(device, picture, size) != (ssize_t)size) return fail("write");
        struct timespec pause = {wait / 1000, wait % 1000 * 1000000L};
        nanosleep(&pause, NULL);
    }
}
