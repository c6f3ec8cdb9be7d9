import { answerJson } from '../../answers.ts'
import { storedMessageFiles, storedObjects, storedSkills } from '../calls.ts'
import { claudeCells, claudeError, claudeReplies, claudeSent } from '../claude-format.ts'
import { anyKey, noBalance } from '../reasons.ts'
import type { ProviderCases } from '../row.ts'

export const cases: ProviderCases = {
  rows: [
    {
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
      sent: claudeSent,
      replies: claudeReplies,
    },
  ],
  calls: {
    message_batches: storedObjects('documentation'),
    message_files: storedMessageFiles,
    message_skills: storedSkills,
  },
  wrongChannels: anyKey,
}
