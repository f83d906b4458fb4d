// What is taken of OpenSSL 3's libcrypto: message digests (EVP_DigestInit(3)) and Ed25519 (EVP_SIGNATURE-ED25519(7)). Written out
// here, since the declarations are all that is needed of the development package. The library is linked by its full name:
// libtesseract brings it, through libcurl.
#pragma once

#include <stddef.h>

typedef struct evp_md_st EVP_MD;
typedef struct evp_md_ctx_st EVP_MD_CTX;
typedef struct evp_pkey_st EVP_PKEY;
typedef struct evp_pkey_ctx_st EVP_PKEY_CTX;
typedef struct engine_st ENGINE;

// Its number among OpenSSL's objects.
#define EVP_PKEY_ED25519 1087

const EVP_MD *EVP_sha256(void);
const EVP_MD *EVP_sha512(void);
// PBKDF2 (RFC 8018); 1 where it succeeded.
int PKCS5_PBKDF2_HMAC(
    const char *password, int length, const unsigned char *salt, int salt_length, int rounds, const EVP_MD *digest,
    int count, unsigned char *key);
EVP_MD_CTX *EVP_MD_CTX_new(void);
void EVP_MD_CTX_free(EVP_MD_CTX *context);
// 1 where it succeeded.
int EVP_DigestInit_ex(EVP_MD_CTX *context, const EVP_MD *type, ENGINE *engine);
int EVP_DigestUpdate(EVP_MD_CTX *context, const void *bytes, size_t count);
int EVP_DigestFinal_ex(EVP_MD_CTX *context, unsigned char *digest, unsigned int *count);

EVP_PKEY *EVP_PKEY_new_raw_private_key(int type, ENGINE *engine, const unsigned char *key, size_t count);
EVP_PKEY *EVP_PKEY_new_raw_public_key(int type, ENGINE *engine, const unsigned char *key, size_t count);
// 1 where it succeeded.
int EVP_PKEY_get_raw_public_key(const EVP_PKEY *key, unsigned char *bytes, size_t *count);
void EVP_PKEY_free(EVP_PKEY *key);

// 1 where it succeeded; of a verification, where the signature is right.
int EVP_DigestSignInit(EVP_MD_CTX *context, EVP_PKEY_CTX **inner, const EVP_MD *type, ENGINE *engine, EVP_PKEY *key);
int EVP_DigestSign(
    EVP_MD_CTX *context, unsigned char *signature, size_t *count, const unsigned char *bytes, size_t size);
int EVP_DigestVerifyInit(EVP_MD_CTX *context, EVP_PKEY_CTX **inner, const EVP_MD *type, ENGINE *engine, EVP_PKEY *key);
int EVP_DigestVerify(
    EVP_MD_CTX *context, const unsigned char *signature, size_t count, const unsigned char *bytes, size_t size);
