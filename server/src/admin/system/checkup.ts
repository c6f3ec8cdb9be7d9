import { render } from '@sluice/contract/messages/render'
import type { SystemCheckup } from '@sluice/contract/system'
import { toSeconds } from '../../core/to-seconds.ts'
import { examineServer } from '../../doctor/examine.ts'
import { textsOf } from '../../doctor/finding.ts'
import type { Language } from '../../platform/accepted-language.ts'
import { keepAnswers } from '../../platform/keep-answers.ts'
import type { AdminDependencies } from '../dependencies.ts'

/** The checks ask the hosts of channels and try passwords, so that callers of the same moment share one run. */
const keptMs = 10_000

/** The checks of `sluice doctor` by the running server. */
export function createCheckup(deps: Pick<AdminDependencies, 'db' | 'engine' | 'config' | 'clock' | 'state'>) {
  const { clock } = deps
  const run = keepAnswers(
    async (_: 'site') => ({ at: clock.now(), findings: await examineServer(deps, { isOffline: false }) }),
    { clock, keptMs },
  )
  return async (language: Language): Promise<SystemCheckup> => {
    const { at, findings } = await run('site')
    return {
      checked_at: toSeconds(at),
      findings: findings.map((finding) => ({
        check: render(language, 'checks', { code: finding.check }),
        level: finding.level,
        code: finding.code,
        ...textsOf(finding, language),
      })),
    }
  }
}
