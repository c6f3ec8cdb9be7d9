import { isLanguage, type TextLanguage } from '@sluice/contract/messages/languages'
import { render, renderStored } from '@sluice/contract/messages/render'
import type { Clock } from '../../platform/clock.ts'
import { examine } from './examine.ts'
import type { Finding } from './finding.ts'

interface DoctorCommand {
  json: boolean
  /** Null = that of the environment. */
  language: TextLanguage | null
}

/** The command of the words after `doctor`; null if they are invalid. */
export function parseDoctorWords(words: readonly string[]): DoctorCommand | null {
  let language: TextLanguage | null = null
  for (const word of words) {
    const named = word.replace(/^--lang=/, '')
    if (named !== word && isLanguage(named)) language = named
    else if (word !== '--json') return null
  }
  return { json: words.includes('--json'), language }
}

/** Examines the site and prints the report. Returns the exit code: 1 if something must be repaired. */
export async function runDoctor(
  environment: Record<string, string | undefined>,
  { json, language: requested }: DoctorCommand,
  clock: Clock,
): Promise<number> {
  const findings = await examine(environment, clock)
  const isSound = findings.every(({ level }) => level !== 'problem')
  const language = requested ?? languageIn(environment)
  const described = findings.map((finding) => ({ ...finding, ...textsOf(finding, language) }))
  const text = described
    .map(({ check, level, found, advice }) => {
      const line = `${marks[level]} ${render(language, 'checks', { code: check })}: ${found}`
      return advice === '' ? line : `${line}\n    → ${advice}`
    })
    .join('\n')
  process.stdout.write(json ? `${JSON.stringify({ isSound, findings: described }, null, 2)}\n` : `${text}\n`)
  return isSound ? 0 : 1
}

const marks: Record<Finding['level'], string> = { ok: '✓', note: '!', problem: '✗' }

/** `zh` of `zh_CN.UTF-8`. */
function languageIn({ LC_ALL, LC_MESSAGES, LANG }: Record<string, string | undefined>): TextLanguage {
  const [language] = (LC_ALL || LC_MESSAGES || LANG || '').toLowerCase().split(/[^a-z]/)
  return isLanguage(language) ? language : 'en'
}

const textsOf = ({ code, values }: Finding, language: TextLanguage): { found: string; advice: string } => ({
  found: renderStored(language, 'findings', { code, params: values }) ?? code,
  // '' = no advice.
  advice: renderStored(language, 'advice', { code, params: values }) ?? '',
})
