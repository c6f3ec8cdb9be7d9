import type { EndpointType } from '../priced-kinds.ts'

/** The wire formats of chat that programs speak. */
const chatFormats = ['openai', 'openai-response', 'anthropic', 'gemini'] as const satisfies EndpointType[]
export type ChatFormat = (typeof chatFormats)[number]

/** Where a program is pointed, and with what. */
export interface ClientTarget {
  /** The address of the site with its base path, without a trailing slash. */
  url: string
  /** The key as it is sent. */
  key: string
  model: string
  format: ChatFormat
  /** All models that the key may call; empty = unknown. */
  models: readonly string[]
  /** The name of the site, as the program shows it. */
  site: string
  /** The call of a program that is written in code, in the format `openai` or `anthropic`; absent = a greeting. */
  body?: Readonly<Record<string, unknown>>
}

/** What is typed into a field of the program's settings. `name` is the field's own label. */
interface ClientField {
  name: string
  value: string
}

/** A link that a program on the same computer opens. It contains the key. */
export interface ClientLink {
  /** What it sets up, where a program takes several. */
  name?: string
  href: string
}

/** A hint of the console: a key of its texts. */
type ClientNote = 'node22' | 'publicAddress'

/**
 * How a program is pointed at the gateway, as data: the console shows it for a key, the page of clients prints it, and
 * `npm run clients` runs the program with it.
 */
export interface ClientRecipe {
  id: string
  /** Its own name. */
  name: string
  /** Started in a terminal, set up in a window, or written by a programmer. */
  kind: 'terminal' | 'app' | 'code'
  /** The formats it speaks; the first one that a model is called by is used, unless the model's own is among them. */
  formats: readonly ChatFormat[]
  /** The page of its maker. */
  homepage?: string
  /** Variables that it reads. */
  environment?(target: ClientTarget): Record<string, string>
  /** Files by their path below the home folder. */
  files?(target: ClientTarget): Record<string, string>
  /** Starts it: the words of a command. */
  command?(target: ClientTarget): readonly string[]
  fields?(target: ClientTarget): readonly ClientField[]
  links?(target: ClientTarget): readonly ClientLink[]
  /** A program, in the language that highlighters know by this name. */
  code?(target: ClientTarget): { language: string; install?: string; text: string }
  notes?: readonly ClientNote[]
}

/** The addresses that programs of a format want. */
export const openaiAddress = ({ url }: Pick<ClientTarget, 'url'>): string => `${url}/v1`
export const geminiAddress = ({ url }: Pick<ClientTarget, 'url'>): string => `${url}/v1beta`
