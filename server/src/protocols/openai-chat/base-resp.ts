import { recordOf, textOf } from '@sluice/contract/read-json'
import type { OpenaiErrorObject } from '../openai-errors.ts'

/**
 * The error that MiniMax writes as `base_resp` in an answer under status 200; null when there is none.
 * https://platform.minimax.io/docs/api-reference/errorcode, as known on 2026-11-20
 */
export function baseRespError(wire: unknown): OpenaiErrorObject | null {
  const { status_code: code, status_msg: text } = recordOf(wire)
  if (typeof code !== 'number' || code === 0) return null
  const { status, type } = meanings[code] ?? { status: 400, type: 'invalid_request_error' }
  return {
    message: `${textOf(text) || 'the upstream refused the call'} (${code})`,
    type,
    param: null,
    code: status,
  }
}

/**
 * The error of an answer under status 200 with a number and a message instead of a result; null when there is none.
 * https://www.xfyun.cn/doc/spark/HTTP%E8%B0%83%E7%94%A8%E6%96%87%E6%A1%A3.html, as known on 2026-11-20
 */
export function codeError(wire: object): OpenaiErrorObject | null {
  const hasResult = 'choices' in wire || ('data' in wire && wire.data !== null)
  if (hasResult || !('code' in wire) || !('message' in wire)) return null
  const { code, message } = wire
  if (typeof code !== 'number' || code === 0 || typeof message !== 'string') return null
  return { message: `${message} (${code})`, type: 'upstream_error', param: null, code }
}

const fault = { status: 500, type: 'server_error' }
const meanings: Record<number, { status: number; type: string }> = {
  1000: fault,
  1001: { status: 504, type: 'timeout_error' },
  1002: { status: 429, type: 'rate_limit_error' },
  1004: { status: 401, type: 'authentication_error' },
  1008: { status: 402, type: 'insufficient_quota' },
  1013: fault,
  1024: fault,
  1033: fault,
  2049: { status: 401, type: 'authentication_error' },
}
