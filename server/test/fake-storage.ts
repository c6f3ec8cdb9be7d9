import { answerError, answerJson, answerText, hang } from './answers.ts'
import { type Answer, type FakeUpstream, startFakeUpstream, type UpstreamRequest } from './fake-upstream.ts'

type Wire = Record<string, unknown>

/**
 * Files, batches and conversations by OpenAI's and Anthropic's references (read 2026-11-29):
 * https://platform.openai.com/docs/api-reference/files, …/batch, …/conversations,
 * https://docs.anthropic.com/en/api/creating-message-batches, …/files-create
 */
export interface FakeStorage extends FakeUpstream {
  /** Contents by file id. */
  readonly files: Map<string, string>
  readonly batches: Map<string, Wire>
  /** Items by the id of their conversation. */
  readonly conversations: Map<string, Wire[]>
  /** Files whose content is never sent. */
  readonly silent: Set<string>
  /** Ends a batch: `lines` are its results, `failed` the lines of its errors. */
  finish(id: string, lines: readonly Wire[], how?: { status?: string; failed?: readonly Wire[] }): void
}

/** `others` answers calls that are not about stored objects. */
export async function startFakeStorage(others?: Answer): Promise<FakeStorage> {
  const files = new Map<string, string>()
  const results = new Map<string, string>()
  const batches = new Map<string, Wire>()
  const conversations = new Map<string, Wire[]>()
  const silent = new Set<string>()
  let count = 0
  const newId = (prefix: string) => `${prefix}${String(++count).padStart(6, '0')}`

  const upstream = await startFakeUpstream((exchange) => chooseAnswer(exchange.request)(exchange))

  function chooseAnswer(request: UpstreamRequest): Answer {
    const { method } = request
    const [path = ''] = request.path.split('?')
    const [, area, id = '', step = ''] =
      /^\/v1\/(files|batches|messages\/batches)(?:\/([^/]+))?(?:\/(\w+))?$/.exec(path) ?? []
    const [, conversation, itemId] = /^\/v1\/conversations(?:\/([^/]+))?(?:\/items(?:\/([^/]+))?)?$/.exec(path) ?? []
    if (path.startsWith('/v1/conversations')) return answerConversations(request, path, conversation, itemId)
    if (area === 'files' && request.headers['anthropic-version']) return answerMessageFiles(request, id, step)
    if (area === 'files') return answerFiles(request, id, step)
    if (area === 'batches') return answerBatches(request, id, step)
    if (area === 'messages/batches') return answerMessages(request, id, step)
    return others ?? answerError(404, `no ${method} ${path}`)
  }

  function answerFiles({ method, body }: UpstreamRequest, id: string, step: string): Answer {
    if (id === '') {
      const file = newId('file-')
      files.set(file, contentIn(body))
      const purpose = /name="purpose"\r\n\r\n([^\r]+)/.exec(body)?.[1]
      return answerJson({ ...fileObject(file), purpose })
    }
    const content = files.get(id)
    if (content === undefined) return answerError(404, 'No such File object')
    if (method === 'DELETE') {
      files.delete(id)
      return answerJson({ id, object: 'file', deleted: true })
    }
    if (step === 'content' && silent.has(id)) return hang
    return step === 'content' ? answerText(content) : answerJson(fileObject(id))
  }

  function answerMessageFiles({ method, body }: UpstreamRequest, id: string, step: string): Answer {
    if (id === '') {
      const file = newId('file_')
      files.set(file, contentIn(body))
      return answerJson(messageFile(file))
    }
    const content = files.get(id)
    if (content === undefined) return answerError(404, 'File not found', { type: 'not_found_error' })
    if (method === 'DELETE') {
      files.delete(id)
      return answerJson({ id, type: 'file_deleted' })
    }
    return step === 'content' ? answerText(content) : answerJson(messageFile(id))
  }

  const messageFile = (id: string) => ({
    id,
    type: 'file',
    filename: 'notes.txt',
    mime_type: 'text/plain',
    size_bytes: files.get(id)?.length ?? 0,
    created_at: '2026-11-29T00:00:00Z',
    downloadable: false,
  })

  function answerConversations(request: UpstreamRequest, path: string, id?: string, itemId?: string): Answer {
    if (id === undefined) {
      const created = newId('conv_')
      const { items, metadata = {} } = request.json()
      conversations.set(created, withIds(items))
      return answerJson({ ...conversationObject(created), metadata })
    }
    const items = conversations.get(id)
    if (!items) return answerError(404, `Conversation with id '${id}' not found.`)
    const { method } = request
    if (itemId !== undefined) {
      const item = items.find((one) => one.id === itemId)
      if (!item) return answerError(404, 'Item not found')
      if (method !== 'DELETE') return answerJson(item)
      conversations.set(
        id,
        items.filter((one) => one !== item),
      )
      return answerJson(conversationObject(id))
    }
    if (path.endsWith('/items')) {
      const added = method === 'POST' ? withIds(request.json().items) : []
      items.push(...added)
      const data = method === 'POST' ? added : items
      return answerJson({ object: 'list', data, first_id: data[0]?.id, last_id: data.at(-1)?.id, has_more: false })
    }
    if (method === 'DELETE') {
      conversations.delete(id)
      return answerJson({ id, object: 'conversation.deleted', deleted: true })
    }
    return answerJson({ ...conversationObject(id), ...(method === 'POST' && { metadata: request.json().metadata }) })
  }

  const conversationObject = (id: string) => ({
    id,
    object: 'conversation',
    created_at: 1_750_000_000,
    metadata: {},
  })
  const withIds = (items: unknown): Wire[] =>
    (Array.isArray(items) ? (items as Wire[]) : []).map((item) => ({ ...item, id: newId('msg_'), status: 'completed' }))

  const fileObject = (id: string) => ({
    id,
    object: 'file',
    bytes: files.get(id)?.length ?? 0,
    created_at: 1_750_000_000,
    filename: 'requests.jsonl',
    purpose: 'batch',
    status: 'processed',
  })

  function answerBatches(request: UpstreamRequest, id: string, step: string): Answer {
    if (id === '') {
      const sent = request.json()
      if (!files.has(String(sent.input_file_id))) return answerError(400, 'no such input file')
      const batch = { id: newId('batch_'), object: 'batch', ...sent, status: 'in_progress', ...noOutput }
      batches.set(batch.id, batch)
      return answerJson(batch)
    }
    const batch = batches.get(id)
    if (!batch) return answerError(404, 'No such Batch object')
    if (step === 'cancel') batches.set(id, { ...batch, status: 'cancelling' })
    return answerJson(batches.get(id))
  }

  const noOutput = {
    output_file_id: null,
    error_file_id: null,
    errors: null,
    request_counts: { total: 0, completed: 0, failed: 0 },
  }

  function answerMessages(request: UpstreamRequest, id: string, step: string): Answer {
    if (id === '') {
      const { requests } = request.json() as { requests: Wire[] }
      const batch = {
        id: newId('msgbatch_'),
        type: 'message_batch',
        processing_status: 'in_progress',
        request_counts: { processing: requests.length, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
        created_at: '2026-11-22T00:00:00Z',
        expires_at: '2026-11-23T00:00:00Z',
        ended_at: null,
        archived_at: null,
        cancel_initiated_at: null,
        results_url: null,
      }
      batches.set(batch.id, batch)
      return answerJson(batch)
    }
    const batch = batches.get(id)
    if (!batch) return answerError(404, 'no such batch', { type: 'not_found_error' })
    if (step === 'results')
      return answerText(results.get(id) ?? '', { headers: { 'content-type': 'application/x-jsonl' } })
    if (step === 'cancel') batches.set(id, { ...batch, processing_status: 'canceling' })
    if (request.method === 'DELETE') {
      batches.delete(id)
      return answerJson({ id, type: 'message_batch_deleted' })
    }
    return answerJson(batches.get(id))
  }

  return {
    ...upstream,
    files,
    batches,
    conversations,
    silent,
    finish(id, lines, { status = 'completed', failed = [] } = {}) {
      const batch = batches.get(id)
      if (!batch) throw new Error(`no batch ${id}`)
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      if (batch.type === 'message_batch') {
        results.set(id, text)
        batches.set(id, {
          ...batch,
          processing_status: 'ended',
          ended_at: '2026-11-22T01:00:00Z',
          request_counts: { processing: 0, succeeded: lines.length, errored: 0, canceled: 0, expired: 0 },
          // Anthropic's own address: the gateway's clients must not be sent there.
          results_url: `https://api.anthropic.com/v1/messages/batches/${id}/results`,
        })
        return
      }
      const output = lines.length > 0 ? newId('file-') : null
      if (output !== null) files.set(output, text)
      const errors = failed.length > 0 ? newId('file-') : null
      if (errors !== null) files.set(errors, failed.map((line) => `${JSON.stringify(line)}\n`).join(''))
      batches.set(id, {
        ...batch,
        status,
        output_file_id: output,
        error_file_id: errors,
        request_counts: {
          total: lines.length + failed.length,
          completed: lines.length,
          failed: failed.length,
        },
      })
    },
  }
}

/** The content of the file in a form. */
const contentIn = (body: string): string =>
  /filename="[^"]*"\r\n(?:[^\r]+\r\n)*\r\n([\s\S]*?)\r\n--/.exec(body)?.[1] ?? ''

/** A line of results in OpenAI's form. */
export const chatResult = (customId: string, usage: { input: number; output: number }): Wire => ({
  id: `batch_req_${customId}`,
  custom_id: customId,
  error: null,
  response: {
    status_code: 200,
    request_id: `req-${customId}`,
    body: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'gpt-4o-2024-08-06',
      choices: [{ index: 0, message: { role: 'assistant', content: 'yes' }, finish_reason: 'stop' }],
      usage: {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        total_tokens: usage.input + usage.output,
      },
    },
  },
})

/** A line of results in Anthropic's form. */
export const messageResult = (customId: string, model: string, usage: { input: number; output: number }): Wire => ({
  custom_id: customId,
  result: {
    type: 'succeeded',
    message: {
      id: `msg_${customId}`,
      type: 'message',
      role: 'assistant',
      model,
      content: [{ type: 'text', text: 'yes' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: usage.input, output_tokens: usage.output },
    },
  },
})
