import type { TextLanguage } from '@sluice/contract/messages/languages'
import type { OptionEntry } from '@sluice/contract/option'
import { isOptionKey, optionKeys, optionOf, writerOf } from '@sluice/contract/options/registry'
import { foldAll } from '../src/pages/settings/fold-store.ts'
import { SettingsPage } from '../src/pages/settings/settings-page.tsx'
import { type Answers, type FakeApi, refuse } from './fake-api.ts'
import { fireEvent, screen, type Visit, visit, within } from './visit.tsx'

interface SettingsOptions {
  language?: TextLanguage
  /** `viewer`: an administrator who may only read settings. */
  role?: 'root' | 'admin' | 'viewer'
  /** Values that differ from the defaults. */
  stored?: Readonly<Record<string, string>>
  answers?: Answers
  /** Whether the cards are folded. */
  isFolded?: boolean
}

interface SettingsVisit extends Visit {
  /** The values on the server. */
  stored: Map<string, string>
  /** Options that the page saved since the last call. */
  written(): OptionEntry[]
  /** The row of an option. */
  option(key: string): HTMLElement
  /** The control of an option. */
  control(key: string): HTMLElement
  card(id: string): HTMLElement
  /** Types a whole value, and leaves the field. */
  fill(key: string, text: string): void
  /** Clicks the button that saves a card. */
  save(id: string): Promise<void>
  /** Waits until a text is shown. */
  waitForText(text: string | RegExp): Promise<void>
}

/** The page of the settings on a tab, with the options of a fresh installation. */
export async function visitSettings(tab: string, options: SettingsOptions = {}): Promise<SettingsVisit> {
  const { language = 'en', role = 'root', answers = {} } = options
  const stored = new Map([...defaults(), ...Object.entries(options.stored ?? {})])
  foldAll(options.isFolded ?? false)
  const visited = await visit(<SettingsPage />, {
    language,
    role: role === 'viewer' ? 'admin' : role,
    at: `/setting?tab=${tab}`,
    answers: { ...optionAnswers(stored, role), 'GET /api/docs_page/all': () => ({ data: [] }), ...answers },
  })
  await screen.findAllByRole('heading', { level: 2 })
  return { ...visited, stored, ...buildSettingsActions(visited), written: () => takeWrites(visited.api) }
}

const defaults = (): [string, string][] => optionKeys.map((key) => [key, defaultText(optionOf(key))])

const defaultText = (option: ReturnType<typeof optionOf>): string =>
  option.default === null ? '{}' : option.format(option.default)

const isSecret = (key: string): boolean => isOptionKey(key) && optionOf(key).kind === 'secret'

/** Stores what is written, as the server does, without its checks. */
function optionAnswers(stored: Map<string, string>, role: SettingsOptions['role']): Answers {
  const secrets = () => [...stored.keys()].filter(isSecret)
  return {
    'GET /api/option/': () => ({
      data: [...stored].filter(([key]) => !isSecret(key)).map(([key, value]) => ({ key, value })),
      secrets_set: secrets().filter((key) => stored.get(key) !== ''),
      root_only: optionKeys.filter((key) => role === 'viewer' || writerOf(key) === 'root'),
    }),
    'PUT /api/option/': ({ body: { key, value, was } }) => {
      if (was !== undefined && was !== stored.get(key)) return refuse('option_conflict', { key })
      stored.set(key, value)
      return {}
    },
    'GET /api/option/origins': () => ({ data: { changes: [], environment: [] } }),
    'GET /api/option/unset_models': () => ({ data: [] }),
    'GET /api/group/': () => ({ data: ['default', 'vip'] }),
    'GET /api/channel/models_enabled': () => ({ data: ['gpt-4o'] }),
  }
}

function takeWrites(api: FakeApi): OptionEntry[] {
  return api.takeCalls().flatMap(({ key, body }) => (key === 'PUT /api/option/' ? [readWrite(body)] : []))
}

/** A write without the value that it replaces. The body was checked by the contract. */
function readWrite(body: unknown): OptionEntry {
  const { key, value } = body as OptionEntry
  return { key, value }
}

function buildSettingsActions({ user }: Visit) {
  const find = (selector: string): HTMLElement => {
    const found = document.querySelector<HTMLElement>(selector)
    if (found === null) throw new Error(`nothing matches ${selector}`)
    return found
  }
  const card = (id: string) => find(`#card-${id}`)
  const control = (key: string) => find(`[id="option-${key.replaceAll('.', '_')}"]`)
  return {
    card,
    control,
    option: (key: string) => find(`[data-option="${key}"]`),
    fill: (key: string, text: string) => {
      fireEvent.focus(control(key))
      fireEvent.change(control(key), { target: { value: text } })
      fireEvent.blur(control(key))
    },
    save: async (id: string) => {
      const [save] = within(find(`#card-${id} footer`))
        .getAllByRole('button')
        .reverse()
      if (save !== undefined) await user.click(save)
    },
    waitForText: async (text: string | RegExp) => {
      await screen.findAllByText(text)
    },
  }
}
