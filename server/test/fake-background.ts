import { answerError, answerEvents, answerJson, hang } from './answers.ts'
import { type Answer, type FakeUpstream, startFakeUpstream, type UpstreamRequest } from './fake-upstream.ts'

type Wire = Record<string, unknown>

/**
 * Answers in the background by OpenAI's guide: https://developers.openai.com/docs/guides/background, read 2026-11-29.
 * Calls without `background` are answered at once.
 */
export interface FakeBackground extends FakeUpstream {
  /** By id. */
  readonly answers: Map<string, Wire>
  /** Ids that are asked for without an answer. */
  readonly silent: Set<string>
  /** Adds text to the stream of an answer. */
  write(id: string, text: string): void
  /** Ends an answer with the text so far. */
  finish(id: string, more?: Wire): void
  /** Closes the connections of all streams. */
  cutStreams(): void
}

export const backgroundUsage = {
  input_tokens: 40,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 90,
  output_tokens_details: { reasoning_tokens: 50 },
  total_tokens: 130,
}

export async function startFakeBackground(): Promise<FakeBackground> {
  const answers = new Map<string, Wire>()
  const events = new Map<string, Wire[]>()
  const silent = new Set<string>()
  let count = 0
  let cuts = 0
  let changed = Promise.withResolvers<void>()

  const upstream = await startFakeUpstream((exchange) => chooseAnswer(exchange.request)(exchange))

  function notify(): void {
    changed.resolve()
    changed = Promise.withResolvers()
  }

  function chooseAnswer(request: UpstreamRequest): Answer {
    const url = new URL(request.path, 'http://host')
    const [, id = '', step = ''] = /^\/v1\/responses(?:\/([^/]+))?(?:\/(\w+))?$/.exec(url.pathname) ?? []
    if (id === '') return create(request.json())
    if (silent.has(id)) return hang
    const answer = answers.get(id)
    if (!answer) return answerError(404, `Response with id '${id}' not found.`)
    if (request.method === 'DELETE') {
      answers.delete(id)
      return answerJson({ id, object: 'response', deleted: true })
    }
    if (step === 'cancel' && isRunning(answer)) change(id, { status: 'cancelled' })
    if (url.searchParams.get('stream') === 'true')
      return streamOf(id, Number(url.searchParams.get('starting_after') ?? -1))
    return answerJson(answers.get(id))
  }

  function create(sent: Wire): Answer {
    const id = `resp_${String(++count).padStart(6, '0')}`
    const { model, background = false, stream = false, store = true } = sent
    const base = {
      id,
      object: 'response',
      created_at: 1,
      model,
      background,
      store,
      error: null,
      output: [],
      usage: null,
    }
    answers.set(id, { ...base, status: 'queued' })
    events.set(id, [])
    if (background !== true) {
      write(id, 'At once.')
      finish(id)
      return stream === true ? streamOf(id, -1) : answerJson(answers.get(id))
    }
    push(id, { type: 'response.created', response: answers.get(id) })
    push(id, { type: 'response.queued', response: answers.get(id) })
    return stream === true ? streamOf(id, -1) : answerJson(answers.get(id))
  }

  const streamOf = (id: string, after: number): Answer =>
    answerEvents(async function* (left) {
      const cutsAtBegin = cuts
      let isLeft = false
      void left.then(() => {
        isLeft = true
        notify()
      })
      for (let next = after + 1; !isLeft; ) {
        const known = events.get(id) ?? []
        const event = known[next]
        if (event) {
          yield event
          next++
          if (isEnd(event)) return
        } else if (cuts > cutsAtBegin) yield null
        else await changed.promise
      }
    })

  function push(id: string, event: Wire): void {
    const known = events.get(id)
    if (!known) throw new Error(`no answer ${id}`)
    known.push({ ...event, sequence_number: known.length })
    notify()
  }

  function change(id: string, more: Wire): void {
    answers.set(id, { ...answers.get(id), ...more })
  }

  function write(id: string, text: string): void {
    change(id, { status: 'in_progress' })
    push(id, { type: 'response.output_text.delta', item_id: 'msg', output_index: 0, content_index: 0, delta: text })
  }

  function finish(id: string, more: Wire = {}): void {
    const text = (events.get(id) ?? []).map(({ delta }) => (typeof delta === 'string' ? delta : '')).join('')
    const content = [{ type: 'output_text', text, annotations: [] }]
    const output = [{ type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content }]
    change(id, { status: 'completed', output, usage: backgroundUsage, ...more })
    const answer = answers.get(id)
    push(id, { type: `response.${answer?.status}`, response: answer })
  }

  return {
    ...upstream,
    answers,
    silent,
    write,
    finish,
    cutStreams() {
      cuts++
      notify()
    },
  }
}

const isRunning = ({ status }: Wire): boolean => status === 'queued' || status === 'in_progress'
const isEnd = ({ type }: Wire): boolean =>
  type === 'response.completed' || type === 'response.incomplete' || type === 'response.failed'
