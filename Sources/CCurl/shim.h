// What Swift cannot import from libcurl's header: variadic functions, here once for each type of an option's value.
//
// The library is linked by its full name (libcurl.so.4): that is the one libtesseract brings, whichever TLS the development
// package that is installed was made for.
#pragma once

#include <curl/curl.h>
#include <sys/socket.h>
#include <unistd.h>

static inline CURLcode plated_curl_set_number(CURL *curl, CURLoption option, long value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode plated_curl_set_text(CURL *curl, CURLoption option, const char *value) {
    return curl_easy_setopt(curl, option, value);
}

// Gets `size` bytes; answers how many of them it took: fewer end the transfer.
typedef size_t (*plated_curl_receiver)(char *bytes, size_t one, size_t size, void *owner);
// Asked now and then, at least once a second; anything but 0 ends the transfer.
typedef int (*plated_curl_watcher)(void *owner, curl_off_t total, curl_off_t now, curl_off_t sent_total, curl_off_t sent);

static inline CURLcode plated_curl_set_receivers(
    CURL *curl, void *owner, plated_curl_receiver header, plated_curl_receiver body, plated_curl_watcher watcher) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, header);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_HEADERDATA, owner);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, body);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_WRITEDATA, owner);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, watcher);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_XFERINFODATA, owner);
    return code;
}

static inline CURLcode plated_curl_set_error_text(CURL *curl, char *text) {
    return curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, text);
}

static inline CURLcode plated_curl_response_code(CURL *curl, long *status) {
    return curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, status);
}

static inline CURLcode plated_curl_content_length(CURL *curl, curl_off_t *length) {
    return curl_easy_getinfo(curl, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, length);
}

static const int plated_curl_error_size = CURL_ERROR_SIZE;

// What a webhook needs beside that.

static inline CURLcode plated_curl_set_body(CURL *curl, const void *bytes, curl_off_t size) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, size);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_COPYPOSTFIELDS, bytes);
    return code;
}

static inline CURLcode plated_curl_set_headers(CURL *curl, struct curl_slist *headers) {
    return curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
}

static inline CURLcode plated_curl_set_form(CURL *curl, curl_mime *form) {
    return curl_easy_setopt(curl, CURLOPT_MIMEPOST, form);
}

// Asked for each address that a name turned out to have, before it is connected to; 0 refuses it.
typedef int (*plated_curl_gate)(void *owner, const struct sockaddr *address);

struct plated_curl_gate_owner {
    plated_curl_gate gate;
    void *owner;
    // Whether the server has said what it makes of the request.
    int is_answered;
};

static inline curl_socket_t plated_curl_open_socket(void *owner, curlsocktype purpose, struct curl_sockaddr *address) {
    struct plated_curl_gate_owner *gate = owner;
    (void)purpose;
    if (!gate->gate(gate->owner, &address->addr)) return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// The gate has to last as long as the handle.
static inline CURLcode plated_curl_set_gate(CURL *curl, struct plated_curl_gate_owner *gate) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, plated_curl_open_socket);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, gate);
    return code;
}

// A connection that had no answer ends with a reset: the kernel would go on sending what was written to it, long after the request was given up.
static inline int plated_curl_close_socket(void *owner, curl_socket_t descriptor) {
    struct plated_curl_gate_owner *gate = owner;
    struct linger none = {.l_onoff = 1, .l_linger = 0};
    if (!gate->is_answered) (void)setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    return close(descriptor);
}

// A connection for this request alone, of which nothing is sent once the request is given up. The gate has to last longer than the handle: the
// library may close a connection with it.
static inline CURLcode plated_curl_set_now_or_never(CURL *curl, struct plated_curl_gate_owner *gate) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, 1L);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_FORBID_REUSE, 1L);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_CLOSESOCKETFUNCTION, plated_curl_close_socket);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_CLOSESOCKETDATA, gate);
    return code;
}

static inline CURLcode plated_curl_system_error(CURL *curl, long *number) {
    return curl_easy_getinfo(curl, CURLINFO_OS_ERRNO, number);
}

static inline CURLcode plated_curl_retry_after(CURL *curl, curl_off_t *seconds) {
    return curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, seconds);
}
