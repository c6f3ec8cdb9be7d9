import { answerJson, answerSse, type SseScript } from '../../answers.ts'
import sent from '../__fixtures__/aiproxy-library.sent.json'
import { noList, noTools, textOnly, unmetered, unsigned } from '../reasons.ts'
import { events, failure } from '../replies.ts'
import type { ProviderCases } from '../row.ts'
import { endAfter, json, pieces, question, text } from '../samples.ts'

const libraryStream = (script?: SseScript) =>
  answerSse(
    json([
      ...pieces.map((content) => ({ content, finish: false, model: 'm' })),
      { content: '', finish: true, model: 'm', documents: [] },
    ]),
    { done: false, ...script },
  )

const libraryFailure = { success: false, message: failure.message, errCode: 'INVALID' }

export const cases: ProviderCases = {
  rows: [
    {
      model: 'gpt-4o',
      channel: { other: '1234' },
      path: '/api/library/ask',
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
      sent,
      replies: {
        twoCalls: noTools,
        streamedCalls: noTools,
        noUsage: unmetered,
        firstError: answerJson(libraryFailure),
        midError: events([{ content: 'The river', finish: false, model: 'm' }, libraryFailure]),
        signed: unsigned,
        framesToText: 1,
      },
    },
  ],
  wrongChannels: [{ channel: { other: '' }, field: 'other' }],
  ownError: answerJson({ success: false, message: 'the library does not exist', data: null }),
}
