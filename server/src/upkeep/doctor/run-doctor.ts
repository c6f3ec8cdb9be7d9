import type { DoctorCheck, DoctorClient, DoctorResult } from '@sluice/contract/channel-doctor'
import type { Clock } from '../../platform/clock.ts'
import {
  buildDoctorCall,
  buildLongCall,
  buildTurn,
  type DoctorCall,
  hasCheck,
  toolFields,
  userItem,
} from './doctor-calls.ts'
import { type ClientAnswer, type Fault, inspectAnswer } from './inspect-answer.ts'
import { findToolCall, itemsAfter } from './tool-turns.ts'

export interface DoctorTools {
  clock: Pick<Clock, 'monotonic'>
  /** Answers a request to the gateway's API for models, as the asking account and through the channel alone. */
  ask(request: Request): Promise<Response>
  /** The address before the path of a request. */
  origin: string
  /** When aborted, no further call begins, and the running one ends. */
  signal: AbortSignal
}

export interface DoctorSubject {
  model: string
  client: DoctorClient
  /** Tokens of the context for the long prompt; null = it is not sent. */
  contextTokens: number | null
}

const usualTimeoutMs = 60_000
/** Reading a whole context takes minutes. */
const longTimeoutMs = 300_000
/** The picture of an answer is not asked for: whatever is longer is no answer to these questions. */
const bytesMax = 1024 * 1024

/** Makes the checks one after another. An aborted run returns the results until then. */
export async function runDoctor(
  tools: DoctorTools,
  subject: DoctorSubject,
  checks: readonly DoctorCheck[],
): Promise<DoctorResult[]> {
  const results: DoctorResult[] = []
  for (const check of new Set(checks)) {
    if (tools.signal.aborted) break
    const startedAt = tools.clock.monotonic()
    const found = isMade(subject, check) ? await runCheck(tools, subject, check) : reasonWithout(check)
    const time = Math.round(tools.clock.monotonic() - startedAt) / 1_000
    if (tools.signal.aborted) break
    results.push({ check, time, ...outcomeOf(found) })
  }
  return results
}

const isMade = ({ client, contextTokens }: DoctorSubject, check: DoctorCheck): boolean =>
  hasCheck(client, check) && (check !== 'long' || contextTokens !== null)

const reasonWithout = (check: DoctorCheck) => (check === 'long' ? 'unknown' : 'absent')

const outcomeOf = (found: Fault | 'absent' | 'unknown'): Pick<DoctorResult, 'outcome' | 'finding' | 'detail'> => {
  if (found === 'absent' || found === 'unknown') return { outcome: found, finding: null, detail: '' }
  if (found === null) return { outcome: 'passed', finding: null, detail: '' }
  return { outcome: 'failed', ...found }
}

async function runCheck(tools: DoctorTools, subject: DoctorSubject, check: DoctorCheck): Promise<Fault> {
  const { client, model, contextTokens } = subject
  const timeoutMs = check === 'long' ? longTimeoutMs : usualTimeoutMs
  try {
    if (check === 'tools') return await callToolTwice(tools, subject)
    const call =
      check === 'long' ? buildLongCall(client, model, contextTokens ?? 0) : buildDoctorCall(client, check, model)
    return inspectAnswer(client, check, await send(tools, call, timeoutMs))
  } catch (cause) {
    if (tools.signal.aborted) return null
    if (cause instanceof DOMException && cause.name === 'TimeoutError')
      return { finding: 'timeout', detail: `${timeoutMs / 1_000} s` }
    if (cause instanceof TooLong) return { finding: 'not_json', detail: `> ${bytesMax} bytes` }
    throw cause
  }
}

/** The tool is called, its result returned, and it is called again: ids and arguments survive both ways. */
async function callToolTwice(
  tools: DoctorTools,
  { client, model }: Omit<DoctorSubject, 'contextTokens'>,
): Promise<Fault> {
  const first = [userItem(client, 'What is the weather in Oslo? Use the tool.')]
  const turn = { model, isStream: false, more: toolFields(client) }
  const answer = await send(tools, buildTurn(client, { ...turn, items: first }))
  const found = inspectAnswer(client, 'tools', answer)
  if (found !== null || findToolCall(client, answer.text) === null) return found
  const items = [...first, ...itemsAfter(client, answer.text)]
  return inspectAnswer(client, 'tools', await send(tools, buildTurn(client, { ...turn, items })))
}

class TooLong extends Error {}

async function send(
  tools: DoctorTools,
  { path, headers, body }: DoctorCall,
  timeoutMs = usualTimeoutMs,
): Promise<ClientAnswer> {
  const signal = AbortSignal.any([tools.signal, AbortSignal.timeout(timeoutMs)])
  const request = new Request(`${tools.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal,
  })
  const response = await tools.ask(request)
  const text = await readBounded(response, signal)
  signal.throwIfAborted()
  return { status: response.status, contentType: response.headers.get('content-type') ?? '', text }
}

async function readBounded(response: Response, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    signal.throwIfAborted()
    chunks.push(chunk)
    length += chunk.length
    if (length > bytesMax) throw new TooLong('the answer of a check is too long')
  }
  return Buffer.concat(chunks).toString()
}
