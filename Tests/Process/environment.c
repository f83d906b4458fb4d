// Takes out of the test process what would lead the libraries in it, FFmpeg and libcurl, elsewhere than to the tests' own servers.
// It is done before there is a second thread. What the programs of tests get, `Surroundings` says.
#include <stdlib.h>

__attribute__((constructor)) static void begin(void) {
    static const char *const names[] = {
        "http_proxy", "https_proxy", "all_proxy",     "no_proxy",     "HTTP_PROXY",     "HTTPS_PROXY",
        "ALL_PROXY",  "NO_PROXY",    "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) unsetenv(names[i]);
}
