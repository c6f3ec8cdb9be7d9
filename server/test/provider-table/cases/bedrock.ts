import { answerJson } from '../../answers.ts'
import sent from '../__fixtures__/bedrock-converse.sent.json'
import { awsFrame, awsRefusal, awsStream } from '../aws.ts'
import { ownWires } from '../calls.ts'
import { claudeCalls, claudeCells, claudeEvents, claudeReplies, claudeSentBytes, claudeText } from '../claude-format.ts'
import { noBalance } from '../reasons.ts'
import { failure, type Replies } from '../replies.ts'
import type { Cells, ProviderCases } from '../row.ts'
import { args, cachedCounts, city, picture, pieces, text, thought, toolName } from '../samples.ts'

// https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_PayloadPart.html, as known on 2026-11-22
const bedrockFrame = (event: object) =>
  awsFrame('chunk', { bytes: Buffer.from(JSON.stringify(event)).toString('base64') })
const chunks = claudeEvents.map(bedrockFrame)

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
const converse = (content: readonly object[], more: object = {}) => ({
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

const model = '/model/us.anthropic.claude-opus-5-5'

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

export const cases: ProviderCases = {
  rows: [
    {
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
      sent: claudeSentBytes,
      replies: bedrockClaudeReplies,
    },
    {
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
          ...cachedCounts,
          cacheWrite: 10,
        },
        cut: awsStream(converseFrames.slice(0, 3)),
        ...bedrockAccount,
        balance: noBalance,
      },
      sent,
      replies: converseReplies,
    },
  ],
  calls: { embeddings: ownWires, rerank: ownWires },
  wrongChannels: [
    { channel: { key: 'AKIDEXAMPLE|secret' }, field: 'key.region' },
    { channel: { key: 'AKIDEXAMPLE|secret|nowhere' }, field: 'key.region' },
    { channel: { key: 'AKIDEXAMPLE|secret|' }, field: 'key.region' },
    { channel: { key: 'only-an-api-key' }, field: 'key' },
  ],
}
