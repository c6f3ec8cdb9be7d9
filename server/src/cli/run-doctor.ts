import { isLanguage, type TextLanguage } from '@sluice/contract/messages/languages'
import { render } from '@sluice/contract/messages/render'
import { examine } from '../doctor/examine.ts'
import { type Finding, textsOf } from '../doctor/finding.ts'
import type { Clock } from '../platform/clock.ts'

interface DoctorCommand {
  json: boolean
  isOffline: boolean
  /** Null = that of the environment. */
  language: TextLanguage | null
}

/** The command of the words after `doctor`; null if they are invalid. */
export function parseDoctorWords(words: readonly string[]): DoctorCommand | null {
  let language: TextLanguage | null = null
  for (const word of words) {
    const named = word.replace(/^--lang=/, '')
    if (named !== word && isLanguage(named)) language = named
    else if (word !== '--json' && word !== '--offline') return null
  }
  return { json: words.includes('--json'), isOffline: words.includes('--offline'), language }
}

/** Examines the site and prints the report. Returns the exit code: 1 if something must be repaired. */
export async function runDoctor(
  environment: Record<string, string | undefined>,
  { json, isOffline, language: requested }: DoctorCommand,
  clock: Clock,
): Promise<number> {
  const findings = await examine(environment, clock, { isOffline })
  const summary = countLevels(findings)
  const isSound = summary.problem === 0
  const language = requested ?? languageIn(environment)
  const described = findings.map((finding) => ({ ...finding, ...textsOf(finding, language) }))
  const text = described
    .map(({ check, level, found, advice }) => {
      const line = `${marks[level]} ${render(language, 'checks', { code: check })}: ${found}`
      return advice === '' ? line : `${line}\n    → ${advice}`
    })
    .join('\n')
  const first = render(language, 'findings', { code: 'summary', params: summary })
  const report = json ? JSON.stringify({ isSound, summary, findings: described }, null, 2) : `${first}\n${text}`
  process.stdout.write(`${report}\n`)
  return isSound ? 0 : 1
}

function countLevels(findings: readonly Finding[]): Record<Finding['level'], number> {
  const counts = { ok: 0, note: 0, problem: 0 }
  for (const { level } of findings) counts[level]++
  return counts
}

const marks: Record<Finding['level'], string> = { ok: '✓', note: '!', problem: '✗' }

/** `zh` of `zh_CN.UTF-8`. */
function languageIn({ LC_ALL, LC_MESSAGES, LANG }: Record<string, string | undefined>): TextLanguage {
  const [language] = (LC_ALL || LC_MESSAGES || LANG || '').toLowerCase().split(/[^a-z]/)
  return isLanguage(language) ? language : 'en'
}
