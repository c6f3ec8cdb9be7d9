import { answerJson, answerLines, type SseScript } from '../../answers.ts'
import sent from '../__fixtures__/ollama.sent.json'
import { documented, openaiCalls } from '../calls.ts'
import { anyKey, onOwnMachine, totalsOnly, unsigned } from '../reasons.ts'
import { failure } from '../replies.ts'
import type { ProviderCases } from '../row.ts'
import { city, endAfter, picture, pieces, text, thought, toolName } from '../samples.ts'

const ollamaHead = { model: 'qwen3:8b', created_at: '2026-11-20T10:00:00.000Z' }

const ollamaEnd = { done: true, done_reason: 'stop', prompt_eval_count: 100, eval_count: 20 }

const ollamaAnswer = (message: object) =>
  answerJson({ ...ollamaHead, message: { role: 'assistant', ...message }, ...ollamaEnd })

const ollamaLines = [
  ...pieces.map((content) => ({ ...ollamaHead, message: { role: 'assistant', content }, done: false })),
  { ...ollamaHead, message: { role: 'assistant', content: '' }, ...ollamaEnd },
]

const ollamaStream = (script?: SseScript) => answerLines(ollamaLines, script)

const ollamaCalls = {
  role: 'assistant',
  content: '',
  tool_calls: [{ function: { name: toolName, arguments: city } }, { function: { name: toolName } }],
}

export const cases: ProviderCases = {
  rows: [
    {
      model: 'qwen3:8b',
      path: '/api/chat',
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
        balance: onOwnMachine,
      },
      sent,
      replies: {
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
      },
    },
  ],
  calls: {
    ...openaiCalls(['completions']),
    embeddings: documented('/api/embed', {
      answer: answerJson({
        model: 'm',
        embeddings: [
          [0.5, 1],
          [0.5, 1],
        ],
        prompt_eval_count: 7,
      }),
      sent: { input: ['a', 'b'] },
      tokens: 7,
    }),
  },
  wrongChannels: anyKey,
}
