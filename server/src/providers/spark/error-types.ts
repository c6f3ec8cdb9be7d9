const account = 'authentication_error'
const busy = 'overloaded_error'
const limit = 'rate_limit_error'
const invalid = 'invalid_request_error'

/**
 * The types of errors by their codes, which both APIs have.
 * https://www.xfyun.cn/doc/spark/%E6%8E%A5%E5%8F%A3%E8%AF%B4%E6%98%8E.html, as known on 2026-11-23
 */
export const sparkErrorTypes: Readonly<Record<number, string>> = {
  10003: invalid,
  10004: invalid,
  10163: invalid,
  10907: invalid,
  // Sensitive content in the question or the answer.
  10013: invalid,
  10014: invalid,
  10019: invalid,
  10005: account,
  10006: account,
  10015: account,
  10016: account,
  11200: account,
  10007: limit,
  11201: limit,
  11202: limit,
  11203: limit,
  10008: busy,
  10009: busy,
  10010: busy,
  10110: busy,
  10222: busy,
  10223: busy,
}
