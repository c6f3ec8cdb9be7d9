import { answerError, answerJson } from '../answers.ts'
import { type Answer, type FakeUpstream, startFakeUpstream, type UpstreamRequest } from '../fake-upstream.ts'
import { anthropicTurn, readAnthropic } from './speak/anthropic.ts'
import { geminiTurn, readGemini } from './speak/gemini.ts'
import { chatTurn, readChat } from './speak/openai-chat.ts'
import { readResponses, responsesTurn } from './speak/openai-responses.ts'
import type { Asked, Json, Turn } from './speak/turn.ts'
import { anthropicRefusal } from './strict/anthropic.ts'
import { geminiRefusal } from './strict/gemini.ts'
import { chatRefusal, responsesRefusal } from './strict/openai.ts'

/** The answers of a task, in the order of its tool results. A function if they depend on the offered tools. */
export type Script = readonly Turn[] | ((asked: Asked) => readonly Turn[])

export interface AnsweredCall {
  request: UpstreamRequest
  asked: Asked
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
  read(body: Json, path: string): Asked
  /** Why the real upstream would refuse the body; null = it would accept it. */
  refuse(body: Json, issued: ReadonlySet<string>): string | null
  /** The format's error. */
  error(message: string): unknown
  say(turn: Turn, asked: Asked, issued: Set<string>): Answer
}

const openAiError = (message: string) => ({
  error: { message, type: 'invalid_request_error', param: null, code: null },
})

const formats: Format[] = [
  { matches: /\/chat\/completions$/, read: readChat, refuse: chatRefusal, error: openAiError, say: chatTurn },
  {
    matches: /\/responses$/,
    read: readResponses,
    refuse: responsesRefusal,
    error: openAiError,
    say: responsesTurn,
  },
  {
    matches: /\/messages$/,
    read: readAnthropic,
    refuse: anthropicRefusal,
    error: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
    say: anthropicTurn,
  },
  {
    matches: /:(?:generateContent|streamGenerateContent)$/,
    read: readGemini,
    refuse: geminiRefusal,
    error: (message) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
    say: geminiTurn,
  },
]

/** The answer to calls besides the task, for a title or a summary. */
const aside: Turn = { text: 'Gate' }

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
    const beside = besideAnswer(path, request)
    if (beside) return beside
    const format = formats.find((one) => one.matches.test(path))
    if (!format) return answerError(404, `no ${request.method} ${path} here`)
    const refusal = format.refuse(request.json(), issued)
    if (refusal !== null) return answerJson(format.error(refusal), { status: 400 })
    const asked = format.read(request.json(), path)
    const task = [...scripts.keys()].findLast((name) => request.body.includes(name))
    calls.push({ request, asked, ...(task === undefined ? {} : { task }) })
    return format.say(turnFor(task === undefined ? undefined : scripts.get(task), asked), asked, issued)
  }
}

/** The first turn whose calls have no results yet. */
function turnFor(script: Script | undefined, asked: Asked): Turn {
  const turns = typeof script === 'function' ? script(asked) : (script ?? [])
  // A request for a title contains the prompt of the task, but no tools.
  if (turns[0]?.calls && asked.tools.length === 0) return aside
  let calls = 0
  for (const turn of turns) {
    calls += turn.calls?.length ?? 0
    if (calls > asked.results.length || !turn.calls) return turn
  }
  return aside
}

const vector = [0.25, -0.5, 0.125]

function besideAnswer(path: string, request: UpstreamRequest): Answer | null {
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
