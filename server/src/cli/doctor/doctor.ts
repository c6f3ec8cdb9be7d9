import type { Clock } from '../../platform/clock.ts'
import { examine } from './examine.ts'
import type { Finding } from './finding.ts'
import { checkNames, type DoctorLanguage, doctorTexts } from './texts.ts'

interface DoctorCommand {
  json: boolean
  /** Null = that of the environment. */
  language: DoctorLanguage | null
}

/** The command of the words after `doctor`; null if they are invalid. */
export function parseDoctorWords(words: readonly string[]): DoctorCommand | null {
  let language: DoctorLanguage | null = null
  for (const word of words) {
    if (word === '--lang=en' || word === '--lang=zh') language = word === '--lang=zh' ? 'zh' : 'en'
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
      const line = `${marks[level]} ${checkNames[language][check]}: ${found}`
      return advice === '' ? line : `${line}\n    → ${advice}`
    })
    .join('\n')
  process.stdout.write(json ? `${JSON.stringify({ isSound, findings: described }, null, 2)}\n` : `${text}\n`)
  return isSound ? 0 : 1
}

const marks: Record<Finding['level'], string> = { ok: '✓', note: '!', problem: '✗' }

const languageIn = ({ LC_ALL, LC_MESSAGES, LANG }: Record<string, string | undefined>): DoctorLanguage =>
  (LC_ALL || LC_MESSAGES || LANG || '').toLowerCase().startsWith('zh') ? 'zh' : 'en'

function textsOf({ code, values }: Finding, language: DoctorLanguage): { found: string; advice: string } {
  const { found, advice } = doctorTexts[language][code]
  return { found: fill(found, values), advice: fill(advice, values) }
}

const fill = (text: string, values: Finding['values']): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
