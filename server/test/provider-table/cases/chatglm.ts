import { answerJson, answerSse, type SseScript } from '../../answers.ts'
import sent from '../__fixtures__/chatglm.sent.json'
import { noBalance, noList, noThoughts, noTools, textOnly, totalsOnly, unsigned } from '../reasons.ts'
import { failure } from '../replies.ts'
import type { ProviderCases } from '../row.ts'
import { endAfter, pieces, question, text } from '../samples.ts'

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }

const chatglmMeta = JSON.stringify({ task_status: 'SUCCESS', usage })

const chatglmStream = (script?: SseScript) =>
  answerSse([...pieces, `\nmeta: ${chatglmMeta}`], {
    done: false,
    events: ['add', 'add', 'add', 'finish'],
    ...script,
  })

const chatglmError = (code: number, msg: string) => answerJson({ code, msg, success: false })

export const cases: ProviderCases = {
  rows: [
    {
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
        reasoning: noThoughts,
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
      sent,
      replies: {
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
      },
    },
  ],
  wrongChannels: [
    { channel: { key: 'id' }, field: 'key' },
    { channel: { key: 'id.' }, field: 'key.keySecret' },
  ],
  ownError: answerJson({ code: 1261, msg: 'the prompt is too long', success: false }),
}
