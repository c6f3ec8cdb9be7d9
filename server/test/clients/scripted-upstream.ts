import { answerError, answerJson } from '../answers.ts'
import { type Answer, type FakeUpstream, startFakeUpstream, type UpstreamRequest } from '../fake-upstream.ts'
import type { Json } from './read-json.ts'
import { anthropicTurn, readAnthropic } from './speak/anthropic.ts'
import { geminiTurn, readGemini } from './speak/gemini.ts'
import { chatTurn, readChat } from './speak/openai-chat.ts'
import { readResponses, responsesTurn } from './speak/openai-responses.ts'
import type { RequestFacts, Turn } from './speak/turn.ts'
import { refuseAnthropic } from './strict/anthropic.ts'
import { refuseGemini } from './strict/gemini.ts'
import { refuseChat, refuseResponses } from './strict/openai.ts'

/** The answers of a task, in the order of its tool results. A function if they depend on the offered tools. */
export type Script = readonly Turn[] | ((facts: RequestFacts) => readonly Turn[])

export interface AnsweredCall {
  request: UpstreamRequest
  facts: RequestFacts
  /** The task named in the request; absent = a call that the program made by itself, for example for a title. */
  task?: string
}

export interface ScriptedUpstream {
  url: string
  /** Every answered model call, oldest first. */
  calls: AnsweredCall[]
  /** Every request, including lists and counts. */
  requests: UpstreamRequest[]
  close(): Promise<void>
}

interface Format {
  matches: RegExp
  read(body: Json, path: string): RequestFacts
  /** Why the real upstream would refuse the body; null = it would accept it. */
  refuse(body: Json, issued: ReadonlySet<string>): string | null
  /** The format's error. */
  error(message: string): unknown
  answer(turn: Turn, facts: RequestFacts, issued: Set<string>): Answer
}

const openAiError = (message: string) => ({
  error: { message, type: 'invalid_request_error', param: null, code: null },
})

const formats: Format[] = [
  { matches: /\/chat\/completions$/, read: readChat, refuse: refuseChat, error: openAiError, answer: chatTurn },
  {
    matches: /\/responses$/,
    read: readResponses,
    refuse: refuseResponses,
    error: openAiError,
    answer: responsesTurn,
  },
  {
    matches: /\/messages$/,
    read: readAnthropic,
    refuse: refuseAnthropic,
    error: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
    answer: anthropicTurn,
  },
  {
    matches: /:(?:generateContent|streamGenerateContent)$/,
    read: readGemini,
    refuse: refuseGemini,
    error: (message) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
    answer: geminiTurn,
  },
]

/** The answer to calls besides the task, for a title or a summary. */
const sideAnswer: Turn = { text: 'Gate' }

/**
 * An upstream of every format that answers by a script: the request alone determines the turn, so that retries and
 * other calls change nothing.
 */
export async function startScriptedUpstream(scripts: ReadonlyMap<string, Script>): Promise<ScriptedUpstream> {
  const calls: AnsweredCall[] = []
  const issued = new Set<string>()
  const fake: FakeUpstream = await startFakeUpstream((exchange) => answerFor(exchange.request)(exchange))
  return { url: fake.url, calls, requests: fake.requests, close: () => fake.close() }

  function answerFor(request: UpstreamRequest): Answer {
    const path = request.path.replace(/\?.*$/, '')
    const otherAnswer = answerOtherCall(path, request)
    if (otherAnswer) return otherAnswer
    const format = formats.find((format) => format.matches.test(path))
    if (!format) return answerError(404, `no ${request.method} ${path} here`)
    const refusal = format.refuse(request.json(), issued)
    if (refusal !== null) return answerJson(format.error(refusal), { status: 400 })
    const facts = format.read(request.json(), path)
    const task = [...scripts.keys()].findLast((name) => request.body.includes(name))
    calls.push({ request, facts: facts, ...(task === undefined ? {} : { task }) })
    return format.answer(chooseTurn(task === undefined ? undefined : scripts.get(task), facts), facts, issued)
  }
}

/** The first turn whose calls have no results yet. */
function chooseTurn(script: Script | undefined, facts: RequestFacts): Turn {
  const turns = typeof script === 'function' ? script(facts) : (script ?? [])
  // A request for a title contains the prompt of the task, but no tools.
  if (turns[0]?.calls && facts.tools.length === 0) return sideAnswer
  let calls = 0
  for (const turn of turns) {
    calls += turn.calls?.length ?? 0
    if (calls > facts.results.length || !turn.calls) return turn
  }
  return sideAnswer
}

const vector = [0.25, -0.5, 0.125]

function answerOtherCall(path: string, request: UpstreamRequest): Answer | null {
  if (path.endsWith('/count_tokens')) return answerJson({ input_tokens: 321 })
  if (path.endsWith(':countTokens')) return answerJson({ totalTokens: 321 })
  if (path.endsWith(':embedContent')) return answerJson({ embedding: { values: vector } })
  if (path.endsWith(':batchEmbedContents')) {
    const { requests } = request.json() as { requests: unknown[] }
    return answerJson({ embeddings: requests.map(() => ({ values: vector })) })
  }
  if (!path.endsWith('/embeddings')) return null
  const { input, model, encoding_format } = request.json()
  const embedding =
    encoding_format === 'base64' ? Buffer.from(new Float32Array(vector).buffer).toString('base64') : vector
  const data = (Array.isArray(input) ? input : [input]).map((_, index) => ({
    object: 'embedding',
    index,
    embedding,
  }))
  return answerJson({ object: 'list', data, model, usage: { prompt_tokens: 100, total_tokens: 100 } })
}
