import { answerJson, answerLines, answerSse, type SseScript } from '../answers.ts'
import type { Answer } from '../fake-upstream.ts'
import { awsFrame, awsStream, converse, message } from './claude-rows.ts'
import { chatBody } from './openai-cells.ts'
import { city, json, type ProviderRow, text, toolName } from './row.ts'
import { hostChanges } from './sent/host-changes.ts'

// Answers in rare forms, as the pages that the folders of the providers name describe them.

/** What a format can answer besides the cells of its rows, or why it cannot. */
export interface Replies {
  /** A call with `{"city":"Paris"}` and one without arguments; where the format has ids, the second has none. */
  twoCalls: Answer | string
  /** The same in a stream; the fragments alternate where the format has positions. */
  streamedCalls: Answer | string
  /** `text` without any usage. */
  noUsage: Answer | string
  /** A stream that begins with an error about the request. */
  firstError: Answer | string
  /** A stream that breaks off by an error after some text. */
  midError: Answer | string
  /** Thoughts with the signature `signedState`. */
  signed: Answer | string
  /** Frames of a stream up to its first text. */
  framesToText: number
}
export type ReplyName = Exclude<keyof Replies, 'framesToText'>

export const signedState = 'c2lnbmVkLXN0YXRl'

const args = JSON.stringify(city)
const events = (frames: readonly object[], script: SseScript = {}): Answer =>
  answerSse(json(frames), { done: false, ...script })
const unsigned = 'Its thoughts have no signature.'
const ownTools = 'The application calls its tools itself.'
const noTools = 'It has no functions.'
const unmetered = 'It reports no usage at all: the row says so in every call.'
const failure = { message: 'the prompt is too odd', type: 'invalid_request_error', code: null }

const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
})
const fragment = (index: number, more: object, given: string) => ({
  tool_calls: [{ index, ...more, function: { ...('id' in more && { name: toolName }), arguments: given } }],
})
const chatCall = (id: string | undefined, given: string) => ({
  id,
  type: 'function',
  function: { name: toolName, arguments: given },
})

const openaiReplies: Replies = {
  twoCalls: answerJson(
    chatBody(
      { content: null, tool_calls: [chatCall('call_1', args), chatCall(undefined, '')] },
      { finish_reason: 'tool_calls' },
    ),
  ),
  streamedCalls: events(
    [
      chunk({ role: 'assistant', content: null }),
      chunk(fragment(0, { id: 'call_1', type: 'function' }, '')),
      chunk(fragment(1, { id: 'call_2', type: 'function' }, '')),
      chunk(fragment(0, {}, args.slice(0, 5))),
      chunk(fragment(1, {}, '{')),
      chunk(fragment(0, {}, args.slice(5))),
      chunk(fragment(1, {}, '}')),
      chunk({}, 'tool_calls'),
    ],
    { done: true },
  ),
  noUsage: answerJson({ ...chatBody({ content: text }), usage: undefined }),
  firstError: events([{ error: failure }]),
  midError: events([chunk({ role: 'assistant', content: 'The' }), chunk({ content: ' river' }), { error: failure }]),
  signed: unsigned,
  framesToText: 2,
}

const block = (index: number, content_block: object) => ({
  type: 'content_block_start',
  index,
  content_block,
})
const delta = (index: number, fields: object) => ({ type: 'content_block_delta', index, delta: fields })
const stop = (index: number) => ({ type: 'content_block_stop', index })
const start = { type: 'message_start', message: message([], { stop_reason: null }) }
const use = (id: string) => ({ type: 'tool_use', id, name: toolName, input: {} })
/** Blocks follow each other: this format has no fragments that alternate. */
const claudeCalls: readonly object[] = [
  start,
  block(0, use('toolu_1')),
  delta(0, { type: 'input_json_delta', partial_json: args.slice(0, 5) }),
  delta(0, { type: 'input_json_delta', partial_json: args.slice(5) }),
  stop(0),
  block(1, use('toolu_2')),
  stop(1),
  { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 20 } },
  { type: 'message_stop' },
]
const claudeText: readonly object[] = [
  start,
  block(0, { type: 'text', text: '' }),
  delta(0, { type: 'text_delta', text: 'The river' }),
]
const claudeFailure = { type: 'error', error: { type: 'invalid_request_error', message: failure.message } }

const claudeReplies: Replies = {
  twoCalls: answerJson(
    message([{ ...use('toolu_1'), input: city }, { ...use('toolu_2') }], { stop_reason: 'tool_use' }),
  ),
  streamedCalls: events(claudeCalls),
  noUsage: answerJson({ ...message([{ type: 'text', text }]), usage: undefined }),
  firstError: events([claudeFailure]),
  midError: events([...claudeText, claudeFailure]),
  signed: answerJson(
    message([
      { type: 'thinking', thinking: 'I look.', signature: signedState },
      { type: 'text', text },
    ]),
  ),
  framesToText: 3,
}

const bedrockFrame = (event: object) =>
  awsFrame('chunk', { bytes: Buffer.from(JSON.stringify(event)).toString('base64') })
const exception = awsFrame('validationException', { message: failure.message }, 'exception')

const bedrockClaudeReplies: Replies = {
  ...claudeReplies,
  streamedCalls: awsStream(claudeCalls.map(bedrockFrame)),
  firstError: awsStream([exception]),
  midError: awsStream([...claudeText.map(bedrockFrame), exception]),
}

const toolUse = (toolUseId: string, more: object = {}) => ({
  toolUse: { toolUseId, name: toolName, ...more },
})
const converseReplies: Replies = {
  twoCalls: answerJson(
    converse([toolUse('tooluse_1', { input: city }), toolUse('tooluse_2', { input: {} })], {
      stopReason: 'tool_use',
    }),
  ),
  streamedCalls: awsStream([
    awsFrame('messageStart', { role: 'assistant' }),
    awsFrame('contentBlockStart', { contentBlockIndex: 0, start: toolUse('tooluse_1') }),
    awsFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { toolUse: { input: args.slice(0, 5) } } }),
    awsFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { toolUse: { input: args.slice(5) } } }),
    awsFrame('contentBlockStop', { contentBlockIndex: 0 }),
    awsFrame('contentBlockStart', { contentBlockIndex: 1, start: toolUse('tooluse_2') }),
    awsFrame('contentBlockStop', { contentBlockIndex: 1 }),
    awsFrame('messageStop', { stopReason: 'tool_use' }),
    awsFrame('metadata', { usage: { inputTokens: 100, outputTokens: 20, totalTokens: 120 } }),
  ]),
  noUsage: answerJson({ ...converse([{ text }]), usage: undefined }),
  firstError: awsStream([exception]),
  midError: awsStream([
    awsFrame('messageStart', { role: 'assistant' }),
    awsFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'The river' } }),
    exception,
  ]),
  signed: 'The models that are called by Converse have no signatures that must be sent back.',
  framesToText: 2,
}

const gemini = (parts: readonly object[], more: object = {}) => ({
  responseId: 'r1',
  modelVersion: 'gemini-3.8-flash',
  candidates: [{ index: 0, content: { role: 'model', parts }, ...more }],
})
const geminiUsage = { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 }
const finished = { finishReason: 'STOP' }
const functionCalls = [
  { functionCall: { id: 'call_1', name: toolName, args: city } },
  { functionCall: { name: toolName } },
]
const geminiFailure = { error: { code: 400, message: failure.message, status: 'INVALID_ARGUMENT' } }

const geminiReplies: Replies = {
  twoCalls: answerJson({ ...gemini(functionCalls, finished), usageMetadata: geminiUsage }),
  streamedCalls: events([
    gemini(functionCalls.slice(0, 1)),
    { ...gemini(functionCalls.slice(1), finished), usageMetadata: geminiUsage },
  ]),
  noUsage: answerJson(gemini([{ text }], finished)),
  firstError: events([geminiFailure]),
  midError: events([gemini([{ text: 'The river' }]), geminiFailure]),
  signed: answerJson({
    ...gemini([{ functionCall: { name: toolName, args: city }, thoughtSignature: signedState }], finished),
    usageMetadata: geminiUsage,
  }),
  framesToText: 1,
}

const cohere = (message: object, more: object = {}) => ({
  id: 'a',
  finish_reason: 'COMPLETE',
  message: { role: 'assistant', ...message },
  usage: { billed_units: { input_tokens: 100, output_tokens: 20 } },
  ...more,
})
const cohereStart = { type: 'message-start', id: 'a', delta: { message: { role: 'assistant' } } }
const cohereCall = (type: string, index: number, tool_calls: object) => ({
  type,
  index,
  delta: { message: { tool_calls } },
})

const cohereReplies: Replies = {
  twoCalls: answerJson(
    cohere({ tool_calls: [chatCall('c1', args), chatCall(undefined, 'null')] }, { finish_reason: 'TOOL_CALL' }),
  ),
  streamedCalls: events([
    cohereStart,
    cohereCall('tool-call-start', 0, chatCall('c1', '')),
    cohereCall('tool-call-delta', 0, { function: { arguments: args } }),
    { type: 'tool-call-end', index: 0 },
    cohereCall('tool-call-start', 1, chatCall('c2', '')),
    { type: 'tool-call-end', index: 1 },
    {
      type: 'message-end',
      delta: {
        finish_reason: 'TOOL_CALL',
        usage: { billed_units: { input_tokens: 100, output_tokens: 20 } },
      },
    },
  ]),
  noUsage: answerJson(cohere({ content: [{ type: 'text', text }] }, { usage: undefined })),
  firstError: events([{ message: failure.message }]),
  midError: events([
    cohereStart,
    { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: 'The' } } } },
    { type: 'content-delta', index: 0, delta: { message: { content: { text: ' river' } } } },
    { type: 'message-end', delta: { finish_reason: 'ERROR', error: failure.message } },
  ]),
  signed: unsigned,
  framesToText: 3,
}

const ollamaHead = { model: 'qwen3:8b', created_at: '2026-11-20T10:00:00.000Z' }
const ollamaEnd = { done: true, done_reason: 'stop', prompt_eval_count: 100, eval_count: 20 }
const ollamaCalls = {
  role: 'assistant',
  content: '',
  tool_calls: [{ function: { name: toolName, arguments: city } }, { function: { name: toolName } }],
}

const ollamaReplies: Replies = {
  twoCalls: answerJson({ ...ollamaHead, message: ollamaCalls, ...ollamaEnd }),
  streamedCalls: answerLines([
    { ...ollamaHead, message: ollamaCalls, done: false },
    { ...ollamaHead, message: { role: 'assistant', content: '' }, ...ollamaEnd },
  ]),
  noUsage: answerJson({ ...ollamaHead, message: { role: 'assistant', content: text }, done: true }),
  firstError: answerLines([{ error: failure.message }]),
  midError: answerLines([
    { ...ollamaHead, message: { role: 'assistant', content: 'The river' }, done: false },
    { error: failure.message },
  ]),
  signed: unsigned,
  framesToText: 1,
}

const hunyuanHead = { Id: 'i', Created: 1_760_000_000 }
const hunyuanCall = (Index: number, Id: string | undefined, Arguments: string) => ({
  Id,
  Type: 'function',
  Index,
  Function: { Name: toolName, Arguments },
})
const hunyuanCalls = [hunyuanCall(0, 'call_1', args), hunyuanCall(1, undefined, '')]
const hunyuanUsage = { PromptTokens: 100, CompletionTokens: 20, TotalTokens: 120 }
const hunyuanDelta = (Delta: object, FinishReason = '') => ({
  ...hunyuanHead,
  Usage: hunyuanUsage,
  Choices: [{ Index: 0, Delta: { Role: 'assistant', ...Delta }, FinishReason }],
})
const hunyuanFailure = {
  Response: { Error: { Code: 'InvalidParameter', Message: failure.message }, RequestId: 'r' },
}

const hunyuanReplies: Replies = {
  twoCalls: answerJson({
    Response: {
      ...hunyuanHead,
      RequestId: 'r',
      Usage: hunyuanUsage,
      Choices: [
        {
          Index: 0,
          FinishReason: 'tool_calls',
          Message: { Role: 'assistant', Content: '', ToolCalls: hunyuanCalls },
        },
      ],
    },
  }),
  streamedCalls: events([
    hunyuanDelta({ ToolCalls: [hunyuanCall(0, 'call_1', '')] }),
    hunyuanDelta({ ToolCalls: [hunyuanCall(1, 'call_2', '')] }),
    hunyuanDelta({ ToolCalls: [{ Index: 0, Function: { Arguments: args } }] }),
    hunyuanDelta({ Content: '' }, 'tool_calls'),
  ]),
  noUsage: answerJson({
    Response: {
      ...hunyuanHead,
      RequestId: 'r',
      Choices: [{ Index: 0, FinishReason: 'stop', Message: { Role: 'assistant', Content: text } }],
    },
  }),
  firstError: answerJson(hunyuanFailure),
  midError: events([hunyuanDelta({ Content: 'The river' }), hunyuanFailure]),
  signed: unsigned,
  framesToText: 1,
}

const wenxin = (more: object) => ({
  id: 'as',
  object: 'chat.completion',
  created: 1,
  is_truncated: false,
  ...more,
})
const wenxinFailure = { error_code: 336_003, error_msg: failure.message }

const wenxinReplies: Replies = {
  twoCalls: 'An answer has one call.',
  streamedCalls: 'An answer has one call.',
  noUsage: answerJson(wenxin({ result: text })),
  firstError: answerJson(wenxinFailure),
  midError: events([wenxin({ sentence_id: 0, result: 'The river', is_end: false }), wenxinFailure]),
  signed: unsigned,
  framesToText: 1,
}

const chatglmReplies: Replies = {
  twoCalls: noTools,
  streamedCalls: noTools,
  noUsage: answerJson({
    code: 200,
    msg: 'ok',
    success: true,
    data: { task_id: 't', choices: [{ role: 'assistant', content: JSON.stringify(text) }] },
  }),
  firstError: answerSse([failure.message], { done: false, events: ['error'] }),
  midError: answerSse(['The river', failure.message], { done: false, events: ['add', 'error'] }),
  signed: unsigned,
  framesToText: 1,
}

const difyIds = { task_id: 't', message_id: 'm', conversation_id: 'c', created_at: 1 }
const difyFailure = {
  event: 'error',
  ...difyIds,
  status: 400,
  code: 'invalid_param',
  message: failure.message,
}
const difyAgentReplies: Replies = {
  twoCalls: ownTools,
  streamedCalls: ownTools,
  noUsage: events([
    { event: 'message', ...difyIds, answer: text },
    { event: 'message_end', ...difyIds, metadata: {} },
  ]),
  firstError: events([difyFailure]),
  midError: events([{ event: 'message', ...difyIds, answer: 'The river' }, difyFailure]),
  signed: unsigned,
  framesToText: 1,
}

const workflow = { task_id: 't', workflow_run_id: 'w' }
const failedRun = {
  event: 'workflow_finished',
  ...workflow,
  data: { id: 'w', status: 'failed', error: failure.message },
}
const difyWorkflowReplies: Replies = {
  twoCalls: ownTools,
  streamedCalls: ownTools,
  noUsage: events([
    { event: 'text_chunk', ...workflow, data: { text } },
    { event: 'workflow_finished', ...workflow, data: { id: 'w', status: 'succeeded', outputs: { text } } },
  ]),
  firstError: events([difyFailure]),
  midError: events([{ event: 'text_chunk', ...workflow, data: { text: 'The river' } }, failedRun]),
  signed: unsigned,
  framesToText: 2,
}

const cozeChat = { id: 'chat1', conversation_id: 'c1', bot_id: '7342866812345' }
const cozeDelta = (content: string): [string, object] => [
  'conversation.message.delta',
  { ...cozeChat, role: 'assistant', type: 'answer', content_type: 'text', content },
]
const cozeFailure: [string, object] = [
  'conversation.chat.failed',
  { ...cozeChat, status: 'failed', last_error: { code: 4000, msg: failure.message } },
]
const cozeEvents = (frames: readonly [string, object | string][]): Answer =>
  answerSse(json(frames.map(([, data]) => data)), { done: false, events: frames.map(([name]) => name) })
const cozeReplies: Replies = {
  twoCalls: ownTools,
  streamedCalls: ownTools,
  noUsage: cozeEvents([
    cozeDelta(text),
    ['conversation.chat.completed', { ...cozeChat, status: 'completed' }],
    ['done', '[DONE]'],
  ]),
  firstError: cozeEvents([['error', { code: 4000, msg: failure.message }]]),
  midError: cozeEvents([cozeDelta('The river'), cozeFailure]),
  signed: unsigned,
  framesToText: 2,
}

const libraryFailure = { success: false, message: failure.message, errCode: 'INVALID' }
const libraryReplies: Replies = {
  twoCalls: noTools,
  streamedCalls: noTools,
  noUsage: unmetered,
  firstError: answerJson(libraryFailure),
  midError: events([{ content: 'The river', finish: false, model: 'm' }, libraryFailure]),
  signed: unsigned,
  framesToText: 1,
}

const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'perplexity/sonar' }
const functionCall = (call_id: string, given: string) => ({
  id: `fc_${call_id}`,
  type: 'function_call',
  call_id,
  status: 'completed',
  name: toolName,
  arguments: given,
})
const agentUsage = { input_tokens: 100, output_tokens: 20, total_tokens: 120 }
const agentCalls = [functionCall('call_1', args), functionCall('call_2', '')]
const agentEvents = (frames: readonly object[]): Answer =>
  events(frames.map((frame, sequence_number) => ({ ...frame, sequence_number })))
const created = { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } }
const agentFailure = {
  type: 'response.failed',
  response: {
    ...response,
    status: 'failed',
    output: [],
    error: { message: failure.message, code: 'invalid_request' },
  },
}
const messageItem = { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] }
const agentReplies: Replies = {
  twoCalls: answerJson({ ...response, status: 'completed', output: agentCalls, usage: agentUsage }),
  streamedCalls: agentEvents([
    created,
    ...agentCalls.map((item, output_index) => ({
      type: 'response.output_item.added',
      output_index,
      item: { ...item, arguments: '' },
    })),
    ...agentCalls.toReversed().map((item, index) => ({
      type: 'response.function_call_arguments.delta',
      output_index: 1 - index,
      item_id: item.id,
      delta: item.arguments,
    })),
    ...agentCalls.map((item, output_index) => ({ type: 'response.output_item.done', output_index, item })),
    {
      type: 'response.completed',
      response: { ...response, status: 'completed', output: agentCalls, usage: agentUsage },
    },
  ]),
  noUsage: answerJson({
    ...response,
    status: 'completed',
    output: [{ ...messageItem, status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] }],
  }),
  firstError: agentEvents([agentFailure]),
  midError: agentEvents([
    created,
    { type: 'response.output_item.added', output_index: 0, item: messageItem },
    {
      type: 'response.output_text.delta',
      output_index: 0,
      content_index: 0,
      item_id: 'msg_1',
      delta: 'The river',
    },
    agentFailure,
  ]),
  signed: unsigned,
  framesToText: 4,
}

/** By type and variant, of formats that are not OpenAI's. */
const own: Readonly<Record<string, Replies>> = {
  '4': ollamaReplies,
  '11': geminiReplies,
  '14': claudeReplies,
  '15': wenxinReplies,
  '16': chatglmReplies,
  '21': libraryReplies,
  '23 signed': hunyuanReplies,
  '24': geminiReplies,
  '27': agentReplies,
  '33 Claude': bedrockClaudeReplies,
  '33 Converse': converseReplies,
  '34': cohereReplies,
  '37 an agent': difyAgentReplies,
  '37 a workflow': difyWorkflowReplies,
  '41 Claude': claudeReplies,
  '41 Gemini': geminiReplies,
  '49': cozeReplies,
}

/** Rows of OpenAI's format whose answers differ in some replies. */
const differing: Readonly<Record<number, Partial<Replies>>> = {
  20: {
    signed: answerJson(
      chatBody({
        content: text,
        reasoning: 'I look.',
        reasoning_details: [{ type: 'reasoning.text', text: 'I look.', signature: signedState }],
      }),
    ),
  },
  22: { twoCalls: ownTools, streamedCalls: ownTools, noUsage: 'The usage is a placeholder in every call.' },
}

/** The replies for a row; null = the table has none. */
export function repliesOf({ type, variant }: Pick<ProviderRow, 'type' | 'variant'>): Replies | null {
  const found = own[variant === undefined ? `${type}` : `${type} ${variant}`]
  if (found) return found
  return hostChanges[type] ? { ...openaiReplies, ...differing[type] } : null
}

/** By type: an error under status 200, of providers that document one. */
export const ownErrorsOf: Readonly<Record<number, Answer>> = {
  15: answerJson({ error_code: 336_003, error_msg: 'the max length of current question is 4800' }),
  16: answerJson({ code: 1261, msg: 'the prompt is too long', success: false }),
  18: answerJson({ code: 10_013, message: 'the input is not safe', sid: 's' }),
  21: answerJson({ success: false, message: 'the library does not exist', data: null }),
  23: answerJson({
    Response: { Error: { Code: 'InvalidParameter', Message: 'Messages is empty' }, RequestId: 'r' },
  }),
  27: answerJson({
    id: 'resp_1',
    object: 'response',
    status: 'failed',
    output: [],
    model: 'perplexity/sonar',
    error: { message: 'The model failed', type: 'invalid_request', code: 'invalid_request' },
  }),
  35: answerJson({ base_resp: { status_code: 1026, status_msg: 'input new_sensitive' } }),
  49: answerJson({ code: 4000, msg: 'The parameter bot_id is not valid', detail: { logid: 'l' } }),
}
