import { answerJson, answerLines, answerSse, type SseScript } from '../answers.ts'
import type { Answer } from '../fake-upstream.ts'
import { city, json, type ProviderRow, picture, pictureUrl, pieces, text, thought, toolName } from './row.ts'

// Providers with their own format, according to the pages that their folders name.

const noBalance = 'The host has no address for the balance.'
const noList = 'The host has no address for the list of models.'
const ownTools = 'The application has its own tools, and calls them itself.'
const totalsOnly = 'The host reports totals alone.'
const textOnly = 'Its models take text alone.'
const question = 'Where does the river run?'
const bearer = ['authorization', 'Bearer sk-upstream'] as const
const args = JSON.stringify(city)

const endAfter = (frames: number): SseScript => ({ stopAfter: { frames, how: 'end' } })

const cohereUsage = { billed_units: { input_tokens: 100, output_tokens: 20 }, tokens: { input_tokens: 300 } }
const cohereAnswer = (message: object, more: object = {}) => ({
  id: 'a',
  finish_reason: 'COMPLETE',
  usage: cohereUsage,
  ...more,
  message: { role: 'assistant', ...message },
})
const cohereFrames = [
  { type: 'message-start', id: 'a', delta: { message: { role: 'assistant' } } },
  { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } },
  ...pieces.map((piece) => ({
    type: 'content-delta',
    index: 0,
    delta: { message: { content: { text: piece } } },
  })),
  { type: 'content-end', index: 0 },
  { type: 'message-end', delta: { finish_reason: 'COMPLETE', usage: cohereUsage } },
]
const cohereStream = (script?: SseScript) => answerSse(json(cohereFrames), { done: false, ...script })

const difyIds = { task_id: 't', message_id: 'm', conversation_id: 'c', created_at: 1_705_395_332 }
const difyUsage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
const difyFrames = [
  ...pieces.map((answer) => ({ event: 'message', ...difyIds, answer })),
  { event: 'message_end', ...difyIds, metadata: { usage: difyUsage } },
]
const difyStream = (script?: SseScript) => answerSse(json(difyFrames), { done: false, ...script })
const difyRefusal = (status: number, code: string, message: string) => answerJson({ code, message, status }, { status })
const workflowIds = { task_id: 't', workflow_run_id: 'w' }
const workflowFrames = [
  { event: 'workflow_started', ...workflowIds, data: { id: 'w' } },
  ...pieces.map((piece) => ({ event: 'text_chunk', ...workflowIds, data: { text: piece } })),
  {
    event: 'workflow_finished',
    ...workflowIds,
    data: { id: 'w', status: 'succeeded', outputs: { text }, total_tokens: 120 },
  },
]
const workflowStream = (script?: SseScript) => answerSse(json(workflowFrames), { done: false, ...script })
const difyCells = {
  tools: ownTools,
  usage: 'The application reports totals alone.',
  refusedKey: [difyRefusal(401, 'unauthorized', 'Access token is invalid')],
  list: noList,
  balance: noBalance,
}

const cozeChat = { id: 'chat1', conversation_id: 'c1', bot_id: '7342866812345' }
const cozeMessage = { ...cozeChat, id: 'm', role: 'assistant', type: 'answer', content_type: 'text' }
const cozeEnd: [name: string, data: object | string][] = [
  ['conversation.chat.completed', { ...cozeChat, usage: { token_count: 120, input_count: 100, output_count: 20 } }],
  ['done', '[DONE]'],
]
const cozeDeltas = (deltas: readonly object[]): [name: string, data: object | string][] => [
  ['conversation.chat.created', { ...cozeChat, status: 'created' }],
  ...deltas.map((delta): [string, object] => ['conversation.message.delta', { ...cozeMessage, ...delta }]),
]
const cozeFrames: [name: string, data: object | string][] = [
  ...cozeDeltas(pieces.map((content) => ({ content }))),
  ['conversation.message.completed', { ...cozeMessage, content: text }],
  ...cozeEnd,
]
const cozeEvents =
  (frames: readonly [name: string, data: object | string][]) =>
  (script?: SseScript): Answer =>
    answerSse(json(frames.map(([, data]) => data)), {
      done: false,
      events: frames.map(([name]) => name),
      ...script,
    })
const cozeStream = cozeEvents(cozeFrames)

const hunyuanUsage = { PromptTokens: 100, CompletionTokens: 20, TotalTokens: 120 }
const hunyuanAnswer = (message: object, FinishReason = 'stop') =>
  answerJson({
    Response: {
      RequestId: 'r',
      Id: 'i',
      Created: 1_760_000_000,
      Usage: hunyuanUsage,
      Choices: [{ Index: 0, FinishReason, Message: { Role: 'assistant', ...message } }],
    },
  })
const hunyuanError = (Code: string, Message: string) =>
  answerJson({ Response: { Error: { Code, Message }, RequestId: 'r' } })
const hunyuanFrames = [
  ...pieces.map((Content) => ({
    Id: 'i',
    Created: 1_760_000_000,
    Usage: { PromptTokens: 100, CompletionTokens: 1, TotalTokens: 101 },
    Choices: [{ Index: 0, Delta: { Role: 'assistant', Content }, FinishReason: '' }],
  })),
  {
    Id: 'i',
    Created: 1_760_000_000,
    Usage: hunyuanUsage,
    Choices: [{ Index: 0, Delta: { Role: 'assistant', Content: '' }, FinishReason: 'stop' }],
  },
]
const hunyuanStream = (script?: SseScript) => answerSse(json(hunyuanFrames), { done: false, ...script })

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
const chatglmMeta = JSON.stringify({ task_status: 'SUCCESS', usage })
const chatglmStream = (script?: SseScript) =>
  answerSse([...pieces, `\nmeta: ${chatglmMeta}`], {
    done: false,
    events: ['add', 'add', 'add', 'finish'],
    ...script,
  })
const chatglmError = (code: number, msg: string) => answerJson({ code, msg, success: false })

const wenxinAnswer = (more: object) =>
  answerJson({ id: 'as', object: 'chat.completion', created: 1, is_truncated: false, usage, ...more })
const wenxinError = (error_code: number, error_msg: string) => answerJson({ error_code, error_msg })
const wenxinFrames = pieces.map((result, index) => {
  const isLast = index === pieces.length - 1
  // Each event has the usage so far.
  const soFar = { prompt_tokens: 100, completion_tokens: index + 2, total_tokens: 102 + index }
  return { id: 'as', created: 1, sentence_id: index, result, is_end: isLast, usage: isLast ? usage : soFar }
})
const wenxinStream = (script?: SseScript) => answerSse(json(wenxinFrames), { done: false, ...script })

const libraryStream = (script?: SseScript) =>
  answerSse(
    json([
      ...pieces.map((content) => ({ content, finish: false, model: 'm' })),
      { content: '', finish: true, model: 'm', documents: [] },
    ]),
    { done: false, ...script },
  )

const ollamaHead = { model: 'qwen3:8b', created_at: '2026-11-20T10:00:00.000Z' }
const ollamaEnd = { done: true, done_reason: 'stop', prompt_eval_count: 100, eval_count: 20 }
const ollamaAnswer = (message: object) =>
  answerJson({ ...ollamaHead, message: { role: 'assistant', ...message }, ...ollamaEnd })
const ollamaLines = [
  ...pieces.map((content) => ({ ...ollamaHead, message: { role: 'assistant', content }, done: false })),
  { ...ollamaHead, message: { role: 'assistant', content: '' }, ...ollamaEnd },
]
const ollamaStream = (script?: SseScript) => answerLines(ollamaLines, script)

export const ownRows: readonly ProviderRow[] = [
  {
    type: 34,
    model: 'command-a-03-2025',
    path: '/v2/chat',
    signed: bearer,
    sentBody: { model: 'command-a-03-2025', messages: [{ role: 'user', content: question }] },
    cells: {
      plain: answerJson(cohereAnswer({ content: [{ type: 'text', text }] })),
      stream: cohereStream,
      tools: answerJson(
        cohereAnswer(
          { tool_calls: [{ id: 'c1', type: 'function', function: { name: toolName, arguments: args } }] },
          { finish_reason: 'TOOL_CALL' },
        ),
      ),
      image: {
        messages: [{ content: [{ type: 'text' }, { type: 'image_url', image_url: { url: pictureUrl } }] }],
      },
      reasoning: answerJson(
        cohereAnswer({
          content: [
            { type: 'thinking', thinking: thought },
            { type: 'text', text },
          ],
        }),
      ),
      usage: {
        answer: answerJson(
          cohereAnswer(
            { content: [{ type: 'text', text }] },
            {
              usage: { ...cohereUsage, tokens: { input_tokens: 100 }, cached_tokens: 40 },
            },
          ),
        ),
        input: 100,
        output: 20,
        cacheRead: 40,
      },
      error: {
        answer: answerJson({ id: 'a', message: 'invalid request: temperature is too high' }, { status: 400 }),
        status: 400,
        says: 'temperature is too high',
      },
      cut: cohereStream(endAfter(cohereFrames.length - 1)),
      refusedKey: [answerJson({ message: 'invalid api token' }, { status: 401 })],
      list: {
        path: '/v1/models?page_size=1000',
        answers: [answerJson({ models: [{ name: 'command-a-03-2025' }, { name: 'embed-v4.0' }] })],
        names: ['command-a-03-2025', 'embed-v4.0'],
      },
      balance: noBalance,
    },
  },
  {
    type: 37,
    variant: 'an agent',
    model: 'dify',
    channel: { other: 'agent' },
    path: '/v1/chat-messages',
    signed: bearer,
    sentBody: { query: question, response_mode: 'streaming' },
    cells: {
      ...difyCells,
      plain: difyStream(),
      stream: difyStream,
      image: { files: [{ type: 'image', transfer_method: 'local_file', upload_file_id: 'f1' }] },
      reasoning: answerSse(
        json([{ event: 'reasoning_chunk', ...difyIds, data: { reasoning: thought } }, ...difyFrames]),
        { done: false },
      ),
      error: {
        answer: answerSse(
          json([
            {
              event: 'error',
              ...difyIds,
              status: 400,
              code: 'completion_request_error',
              message: 'no query',
            },
          ]),
          { done: false },
        ),
        status: 400,
        says: 'no query',
      },
      cut: difyStream(endAfter(difyFrames.length - 1)),
    },
  },
  {
    type: 37,
    variant: 'a workflow',
    model: 'dify',
    channel: { other: 'workflow' },
    counts: 'sum',
    path: '/v1/workflows/run',
    signed: bearer,
    sentBody: { inputs: { query: question }, response_mode: 'streaming' },
    cells: {
      ...difyCells,
      plain: workflowStream(),
      stream: workflowStream,
      image: { files: [{ type: 'image', transfer_method: 'local_file', upload_file_id: 'f1' }] },
      reasoning: 'A workflow shows its outputs alone.',
      error: {
        answer: difyRefusal(400, 'invalid_param', 'query is required in input form'),
        status: 400,
        says: 'query is required',
      },
      cut: workflowStream(endAfter(workflowFrames.length - 1)),
    },
  },
  {
    type: 49,
    model: 'coze',
    channel: { other: '7342866812345' },
    path: '/v3/chat',
    signed: bearer,
    sentBody: { bot_id: '7342866812345', stream: true },
    cells: {
      plain: cozeStream(),
      stream: cozeStream,
      tools: ownTools,
      image: { additional_messages: [{ content_type: 'object_string' }] },
      reasoning: cozeEvents([
        ...cozeDeltas([{ content: '', reasoning_content: thought }, { content: text }]),
        ...cozeEnd,
      ])(),
      usage: totalsOnly,
      error: {
        answer: answerJson({ code: 4000, msg: 'Request parameter error', detail: { logid: 'l' } }),
        status: 400,
        says: 'Request parameter error',
      },
      cut: cozeStream(endAfter(cozeFrames.length - 2)),
      refusedKey: [
        answerJson({ code: 4100, msg: 'authentication is invalid' }),
        answerJson({ code: 4028, msg: 'The free quota is used up' }),
      ],
      list: noList,
      balance: noBalance,
    },
  },
  {
    type: 23,
    variant: 'signed',
    model: 'hunyuan-turbos-latest',
    path: '/',
    channel: { key: 'app|AKID|TESTKEY' },
    signed: ['authorization', /^TC3-HMAC-SHA256 Credential=AKID\/[\d-]{10}\/hunyuan\/tc3_request, /],
    sentBody: { Model: 'hunyuan-turbos-latest', Messages: [{ Role: 'user', Content: question }] },
    cells: {
      plain: hunyuanAnswer({ Content: text }),
      stream: hunyuanStream,
      tools: hunyuanAnswer(
        {
          Content: '',
          ToolCalls: [{ Id: 'call_1', Type: 'function', Function: { Name: toolName, Arguments: args } }],
        },
        'tool_calls',
      ),
      image: {
        Messages: [{ Contents: [{ Type: 'text' }, { Type: 'image_url', ImageUrl: { Url: pictureUrl } }] }],
      },
      reasoning: hunyuanAnswer({ Content: text, ReasoningContent: thought }),
      usage: totalsOnly,
      error: {
        answer: hunyuanError('InvalidParameterValue.Model', 'The model is unknown'),
        status: 400,
        says: 'The model is unknown',
      },
      cut: hunyuanStream(endAfter(hunyuanFrames.length - 1)),
      refusedKey: [
        hunyuanError('AuthFailure.SignatureFailure', 'The signature is wrong'),
        hunyuanError('ResourceInsufficient.ChargeResourceExhaust', 'The package is used up'),
      ],
      list: noList,
      balance: noBalance,
    },
  },
  {
    type: 16,
    model: 'chatglm_turbo',
    channel: { key: 'testid.testsecret' },
    path: '/api/paas/v3/model-api/chatglm_turbo/invoke',
    streamPath: '/api/paas/v3/model-api/chatglm_turbo/sse-invoke',
    signed: ['authorization', /^eyJhbGciOiJIUzI1NiIsInNpZ25fdHlwZSI6IlNJR04ifQ\.[\w-]+\.[\w-]+$/],
    sentBody: { prompt: [{ role: 'user', content: question }], incremental: true },
    cells: {
      plain: answerJson({
        code: 200,
        msg: 'ok',
        success: true,
        data: { task_id: 't', choices: [{ role: 'assistant', content: JSON.stringify(text) }], usage },
      }),
      stream: chatglmStream,
      tools: 'Version 3 has no functions.',
      image: textOnly,
      reasoning: 'Its models do not think.',
      usage: totalsOnly,
      error: { answer: chatglmError(1214, 'prompt is invalid'), status: 400, says: 'prompt is invalid' },
      cut: chatglmStream(endAfter(3)),
      refusedKey: [
        chatglmError(1002, 'Authorization Token is not valid'),
        chatglmError(1113, 'Your account is in arrears'),
      ],
      list: noList,
      balance: noBalance,
    },
  },
  {
    type: 15,
    model: 'ERNIE-4.0-8K',
    channel: { key: 'my-api-key|my-secret-key-0123456789' },
    signed: null,
    path: '/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions_pro?access_token=ya29.token',
    sentBody: { messages: [{ role: 'user', content: question }] },
    cells: {
      plain: wenxinAnswer({ result: text }),
      stream: wenxinStream,
      tools: wenxinAnswer({
        result: '',
        finish_reason: 'function_call',
        function_call: { name: toolName, arguments: args, thoughts: '' },
      }),
      image: textOnly,
      reasoning: 'Its models do not think.',
      usage: totalsOnly,
      error: {
        answer: wenxinError(336_003, 'the length of messages must be an odd number'),
        status: 400,
        says: 'must be an odd number',
      },
      cut: wenxinStream(endAfter(wenxinFrames.length - 1)),
      refusedKey: [
        wenxinError(14, 'IAM Certification failed'),
        wenxinError(17, 'Open api daily request limit reached'),
      ],
      list: noList,
      balance: noBalance,
    },
  },
  {
    type: 21,
    model: 'gpt-4o',
    channel: { other: '1234' },
    path: '/api/library/ask',
    signed: bearer,
    sentBody: { query: question, libraryId: '1234' },
    counts: 'here',
    cells: {
      plain: answerJson({ success: true, answer: text, documents: [], model: 'm' }),
      stream: libraryStream,
      tools: 'A library has no functions.',
      image: textOnly,
      reasoning: 'A library shows its answer alone.',
      usage: 'The library reports none.',
      error: {
        answer: answerJson(
          { success: false, errCode: 'LIBRARY_NOT_FOUND', message: 'no such library' },
          { status: 404 },
        ),
        status: 404,
        says: 'no such library',
      },
      cut: libraryStream(endAfter(pieces.length)),
      refusedKey: [answerJson({ success: false, message: 'the key is invalid' }, { status: 401 })],
      list: noList,
      // `lists-and-balances.test.ts` reads it.
      balance: 'Its address is the same for all channels, so no fake can answer there.',
    },
  },
  {
    type: 4,
    model: 'qwen3:8b',
    path: '/api/chat',
    signed: bearer,
    sentBody: { model: 'qwen3:8b', messages: [{ role: 'user' }] },
    cells: {
      plain: ollamaAnswer({ content: text }),
      stream: ollamaStream,
      tools: ollamaAnswer({ content: '', tool_calls: [{ function: { name: toolName, arguments: city } }] }),
      image: { messages: [{ content: 'What is it?', images: [picture] }] },
      reasoning: ollamaAnswer({ content: text, thinking: thought }),
      usage: totalsOnly,
      error: {
        answer: answerJson({ error: 'model "qwen3:8b" not found, try pulling it first' }, { status: 404 }),
        status: 404,
        says: 'try pulling it first',
      },
      cut: ollamaStream(endAfter(ollamaLines.length - 1)),
      refusedKey: [answerJson({ error: 'unauthorized' }, { status: 401 })],
      list: {
        path: '/api/tags',
        answers: [answerJson({ models: [{ name: 'qwen3:8b', model: 'qwen3:8b', size: 1 }] })],
        names: ['qwen3:8b'],
      },
      balance: 'The host runs on the operator’s machine.',
    },
  },
]
