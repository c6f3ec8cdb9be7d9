/**
 * The type that a number of Zhipu means in OpenAI's format; undefined for another number. Versions 3 and 4 have the
 * same numbers. https://open.bigmodel.cn/dev/api/error-code, as known on 2026-11-20
 */
export function typeOfZhipuError(code: number): string | undefined {
  if (code >= 1000 && code <= 1004) return 'authentication_error'
  if (code >= 1110 && code <= 1121) return code === 1113 ? 'billing_error' : 'permission_error'
  if (code >= 1210 && code <= 1234) return 'invalid_request_error'
  // 1301: the content was blocked.
  if (code === 1301) return 'invalid_request_error'
  return code >= 1302 && code <= 1305 ? 'rate_limit_error' : undefined
}
