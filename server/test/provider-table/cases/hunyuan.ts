import { answerJson, answerSse, type SseScript } from '../../answers.ts'
import sent from '../__fixtures__/hunyuan.sent.json'
import { documented, mediaWires } from '../calls.ts'
import { openaiRow } from '../openai-format.ts'
import { noBalance, noList, totalsOnly, unsigned } from '../reasons.ts'
import { events, failure } from '../replies.ts'
import type { ProviderCases } from '../row.ts'
import { args, endAfter, json, pictureUrl, pieces, question, text, thought, toolName } from '../samples.ts'

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

const hunyuanError = (Code: string, Message: string) =>
  answerJson({ Response: { Error: { Code, Message }, RequestId: 'r' } })

const hunyuanHead = { Id: 'i', Created: 1_760_000_000 }

const hunyuanCall = (Index: number, Id: string | undefined, Arguments: string) => ({
  Id,
  Type: 'function',
  Index,
  Function: { Name: toolName, Arguments },
})

const hunyuanCalls = [hunyuanCall(0, 'call_1', args), hunyuanCall(1, undefined, '')]

const hunyuanDelta = (Delta: object, FinishReason = '') => ({
  ...hunyuanHead,
  Usage: hunyuanUsage,
  Choices: [{ Index: 0, Delta: { Role: 'assistant', ...Delta }, FinishReason }],
})

const hunyuanFailure = {
  Response: { Error: { Code: 'InvalidParameter', Message: failure.message }, RequestId: 'r' },
}

export const cases: ProviderCases = {
  rows: [
    {
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
      sent,
      replies: {
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
      },
    },
    openaiRow({
      variant: 'in OpenAI’s format',
      model: 'hunyuan-turbos-latest',
      path: '/v1/chat/completions',
      cells: { usage: totalsOnly, list: noList, balance: noBalance },
    }),
  ],
  calls: {
    image_generations: mediaWires,
    embeddings: documented('/', {
      answer: answerJson({
        Response: {
          RequestId: 'r',
          Usage: { PromptTokens: 7, TotalTokens: 7 },
          Data: [0, 1].map((Index) => ({ Object: 'embedding', Index, Embedding: [0.5, 1] })),
        },
      }),
      sent: { InputList: ['a', 'b'] },
      tokens: 7,
    }),
  },
  wrongChannels: [
    { channel: { key: 'app|id|' }, field: 'key.secretKey' },
    { channel: { key: 'id|secret|app|more' }, field: 'key' },
  ],
  ownError: answerJson({
    Response: { Error: { Code: 'InvalidParameter', Message: 'Messages is empty' }, RequestId: 'r' },
  }),
}
