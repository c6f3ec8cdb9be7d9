import { answerError } from '../../answers.ts'
import { openaiCalls, realtime, storedObjects } from '../calls.ts'
import { listAt, openaiRow } from '../openai-format.ts'
import { hiddenThoughts, noBalance } from '../reasons.ts'
import { needsAddress, type ProviderCases } from '../row.ts'

const deployments = '/openai/deployments/dep'
const azureCalls = Object.fromEntries(
  Object.entries(
    openaiCalls(
      ['completions', 'embeddings', 'image_generations', 'image_edits', 'speech', 'transcriptions', 'translations'],
      { prefix: deployments, model: 'dep', basis: 'documentation' },
    ),
  ).map(([name, cell]) => [name, { ...cell, path: `${'path' in cell ? cell.path : ''}?api-version=2024-10-21` }]),
)

export const cases: ProviderCases = {
  rows: (
    [
      [
        'dated',
        '',
        '/openai/deployments/dep/chat/completions?api-version=2024-10-21',
        '/openai/models?api-version=2024-10-21',
      ],
      ['v1', 'v1', '/openai/v1/chat/completions', '/openai/v1/models'],
    ] as const
  ).map(([variant, other, path, list]) =>
    openaiRow({
      variant,
      model: 'dep',
      channel: { other },
      path,
      signed: ['api-key', 'sk-upstream'],
      cells: {
        reasoning: hiddenThoughts,
        error: {
          answer: answerError(400, 'The response was filtered', {
            code: 'content_filter',
            innererror: { code: 'ResponsibleAIPolicyViolation', content_filter_result: {} },
          }),
          status: 400,
          says: 'The response was filtered',
        },
        refusedKey: [
          answerError(401, 'Access denied due to invalid subscription key or wrong API endpoint.', {
            code: '401',
          }),
        ],
        list: listAt(list),
        balance: noBalance,
      },
    }),
  ),
  calls: {
    ...azureCalls,
    realtime,
    files: storedObjects('documentation'),
    batches: storedObjects('documentation'),
  },
  wrongChannels: [needsAddress, { channel: { other: 'next year' }, field: 'other' }],
}
