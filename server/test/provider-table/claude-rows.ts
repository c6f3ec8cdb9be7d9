import { EventStreamCodec } from '@smithy/eventstream-codec'
import { answerFrames, answerJson, answerSse, type SseScript } from '../answers.ts'
import type { Answer } from '../fake-upstream.ts'
import { type Cells, city, json, type ProviderRow, picture, pieces, text, thought, toolName } from './row.ts'

// Claude at Anthropic, at OpenRouter, on Vertex and on Bedrock, and other models on Bedrock.

const noBalance = 'The host has no address for the balance.'
const usage = { input_tokens: 100, output_tokens: 20 }
const textBlock = { type: 'text', text }

// https://platform.claude.com/docs/en/api/messages, read 2026-11-20
export const message = (content: readonly object[], more: object = {}) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-5-5',
  stop_reason: 'end_turn',
  stop_sequence: null,
  content,
  usage,
  ...more,
})

const events: readonly object[] = [
  {
    type: 'message_start',
    message: message([], { stop_reason: null, usage: { input_tokens: 100, output_tokens: 1 } }),
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ...pieces.map((piece) => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: piece },
  })),
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 20 } },
  { type: 'message_stop' },
]

const stream = (script?: SseScript): Answer => answerSse(json(events), { done: false, ...script })

const claudeError = (status: number, type: string, message: string): Answer =>
  answerJson({ type: 'error', error: { type, message }, request_id: 'req_1' }, { status })

/** Anthropic’s Messages, for 100 tokens of input and 20 of output. */
export const claudeCells = {
  plain: answerJson(message([textBlock])),
  stream,
  tools: answerJson(
    message([{ type: 'tool_use', id: 'toolu_1', name: toolName, input: city }], { stop_reason: 'tool_use' }),
  ),
  image: {
    messages: [
      {
        content: [
          { type: 'text' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } },
        ],
      },
    ],
  },
  reasoning: answerJson(message([{ type: 'thinking', thinking: thought, signature: 'S1' }, textBlock])),
  usage: {
    answer: answerJson(
      message([textBlock], {
        usage: {
          input_tokens: 50,
          cache_read_input_tokens: 40,
          cache_creation_input_tokens: 10,
          cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 0 },
          output_tokens: 20,
          output_tokens_details: { thinking_tokens: 8 },
        },
      }),
    ),
    input: 100,
    output: 20,
    cacheRead: 40,
    cacheWrite: 10,
    reasoning: 8,
  },
  error: {
    answer: claudeError(400, 'invalid_request_error', 'max_tokens: too large'),
    status: 400,
    says: 'max_tokens: too large',
  },
  cut: stream({ stopAfter: { frames: 5, how: 'end' } }),
  refusedKey: [
    claudeError(401, 'authentication_error', 'invalid x-api-key'),
    claudeError(402, 'billing_error', 'Your credit balance is too low to access the Anthropic API.'),
  ],
} satisfies Omit<Cells, 'list' | 'balance'>

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString('utf8'),
  (value) => Buffer.from(value),
)
export const awsFrame = (type: string, payload: unknown, kind: 'event' | 'exception' = 'event'): Uint8Array =>
  codec.encode({
    headers: {
      ':message-type': { type: 'string', value: kind },
      [`:${kind}-type`]: { type: 'string', value: type },
    },
    body: Buffer.from(JSON.stringify(payload)),
  })
/** A stream in the frames of AWS. */
export const awsStream = (frames: readonly Uint8Array[], script?: SseScript): Answer =>
  answerFrames(frames, 'application/vnd.amazon.eventstream', script)
// https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_PayloadPart.html, as known on 2026-11-22
const chunks = events.map((event) =>
  awsFrame('chunk', { bytes: Buffer.from(JSON.stringify(event)).toString('base64') }),
)

/** An error of AWS. */
export const awsRefusal = (name: string, status: number, message: string): Answer =>
  answerJson({ message }, { status, headers: { 'x-amzn-errortype': `${name}:http://internal.amazon.com/` } })

const bedrockAccount: Pick<Cells, 'error' | 'refusedKey' | 'list'> = {
  error: {
    answer: awsRefusal('ValidationException', 400, 'max_tokens: too large'),
    status: 400,
    says: 'max_tokens: too large',
  },
  refusedKey: [
    awsRefusal('UnrecognizedClientException', 403, 'The security token included in the request is invalid.'),
    awsRefusal('AccessDeniedException', 403, 'User is not authorized to perform bedrock:InvokeModel'),
  ],
  list: {
    path: '/foundation-models',
    answers: [
      answerJson({ modelSummaries: [{ modelId: 'anthropic.claude-opus-5-5' }] }),
      answerJson({
        inferenceProfileSummaries: [{ inferenceProfileId: 'us.anthropic.claude-opus-5-5', status: 'ACTIVE' }],
      }),
    ],
    names: ['us.anthropic.claude-opus-5-5', 'anthropic.claude-opus-5-5'],
  },
}
const bedrockChannel = {
  channel: { key: 'AKIDEXAMPLE|wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY|us-east-1' },
  signed: ['authorization', /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/us-east-1\/bedrock\/aws4_request, /],
} as const

// https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html, as known on 2026-11-22
export const converse = (content: readonly object[], more: object = {}) => ({
  output: { message: { role: 'assistant', content } },
  stopReason: 'end_turn',
  metrics: { latencyMs: 5 },
  usage: { inputTokens: 100, outputTokens: 20, totalTokens: 120 },
  ...more,
})
const converseFrames = [
  awsFrame('messageStart', { role: 'assistant' }),
  ...pieces.map((piece) => awsFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: piece } })),
  awsFrame('contentBlockStop', { contentBlockIndex: 0 }),
  awsFrame('messageStop', { stopReason: 'end_turn' }),
  awsFrame('metadata', { usage: { inputTokens: 100, outputTokens: 20, totalTokens: 120 } }),
]

const place = '/v1/projects/my-project/locations/us-east5/publishers/anthropic/models/claude-opus-5-5'
const model = '/model/us.anthropic.claude-opus-5-5'

export const claudeRows: readonly ProviderRow[] = [
  {
    type: 14,
    model: 'claude-opus-5-5',
    path: '/v1/messages',
    reader: 'openai',
    signed: ['x-api-key', 'sk-upstream'],
    cells: {
      ...claudeCells,
      refusedKey: [
        ...claudeCells.refusedKey,
        claudeError(400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
      ],
      list: {
        path: '/v1/models?limit=1000',
        answers: [answerJson({ data: [{ type: 'model', id: 'claude-opus-5-5' }], has_more: false })],
        names: ['claude-opus-5-5'],
      },
      balance: noBalance,
    },
  },
  {
    type: 41,
    variant: 'Claude',
    model: 'claude-opus-5-5',
    reader: 'openai',
    channel: { other: 'us-east5' },
    keyOf: ({ serviceAccount }) => serviceAccount,
    path: `${place}:rawPredict`,
    streamPath: `${place}:streamRawPredict`,
    signed: ['authorization', /^Bearer ya29\./],
    sentBody: { anthropic_version: 'vertex-2023-10-16' },
    cells: {
      ...claudeCells,
      list: 'The host has no list of the models of an account.',
      balance: noBalance,
    },
  },
  {
    type: 33,
    variant: 'Claude',
    model: 'claude-opus-5-5',
    reader: 'openai',
    ...bedrockChannel,
    path: `${model}/invoke`,
    streamPath: `${model}/invoke-with-response-stream`,
    sentBody: { anthropic_version: 'bedrock-2023-05-31' },
    cells: {
      ...claudeCells,
      ...bedrockAccount,
      stream: (script) => awsStream(chunks, script),
      cut: awsStream(chunks.slice(0, 4)),
      balance: noBalance,
    },
  },
  {
    type: 33,
    variant: 'Converse',
    model: 'amazon.nova-pro-v1:0',
    ...bedrockChannel,
    path: '/model/amazon.nova-pro-v1%3A0/converse',
    streamPath: '/model/amazon.nova-pro-v1%3A0/converse-stream',
    cells: {
      plain: answerJson(converse([{ text }])),
      stream: (script) => awsStream(converseFrames, script),
      tools: answerJson(
        converse([{ toolUse: { toolUseId: 'tooluse_1', name: toolName, input: city } }], {
          stopReason: 'tool_use',
        }),
      ),
      image: {
        messages: [{ content: [{ text: 'What is it?' }, { image: { format: 'png', source: { bytes: picture } } }] }],
      },
      reasoning: answerJson(
        converse([{ reasoningContent: { reasoningText: { text: thought, signature: 'S1' } } }, { text }]),
      ),
      usage: {
        answer: answerJson(
          converse([{ text }], {
            usage: {
              inputTokens: 50,
              outputTokens: 20,
              totalTokens: 120,
              cacheReadInputTokens: 40,
              cacheWriteInputTokens: 10,
            },
          }),
        ),
        input: 100,
        output: 20,
        cacheRead: 40,
        cacheWrite: 10,
      },
      cut: awsStream(converseFrames.slice(0, 3)),
      ...bedrockAccount,
      balance: noBalance,
    },
  },
]
