import type { CallableModel } from '../api-token.ts'
import type { ChatFormat, ClientRecipe, ClientTarget } from './recipe.ts'
import { powerShellText, powerShellWord, shellWord } from './shell-text.ts'

const ownFormats: readonly (readonly [ChatFormat, RegExp])[] = [
  ['anthropic', /^claude/],
  ['gemini', /^gemini/],
]

/** The format of the model's maker, which loses nothing by a translation; null = the one of OpenAI. */
function ownFormatOf(model: string): ChatFormat | null {
  const name = model.toLowerCase().slice(model.lastIndexOf('/') + 1)
  return ownFormats.find(([, pattern]) => pattern.test(name))?.[0] ?? null
}

/** The format by which a program calls the model; null = the model speaks none of its formats. */
export function formatFor(recipe: Pick<ClientRecipe, 'formats'>, model: CallableModel): ChatFormat | null {
  const possible = recipe.formats.filter((format) => model.endpoints.includes(format))
  const own = ownFormatOf(model.name)
  return possible.find((format) => format === own) ?? possible[0] ?? null
}

/** The models that a program can call. Names with a wildcard cannot be called. */
export const modelsFor = <M extends CallableModel>(recipe: Pick<ClientRecipe, 'formats'>, models: readonly M[]): M[] =>
  models.filter((model) => !model.name.includes('*') && formatFor(recipe, model) !== null)

/** The model to begin with: one of the maker whose format the program speaks, otherwise the first. */
export function firstModelFor(recipe: Pick<ClientRecipe, 'formats'>, models: readonly CallableModel[]): string | null {
  const possible = modelsFor(recipe, models)
  const [preferred] = recipe.formats
  const makerOf = (name: string): ChatFormat => ownFormatOf(name) ?? 'openai'
  const wanted = preferred === 'openai-response' ? 'openai' : preferred
  const own = possible.find(({ name }) => makerOf(name) === wanted)
  return (own ?? possible[0])?.name ?? null
}

/** The shells for which the settings of a program are written. */
export const shells = ['posix', 'powershell'] as const
export type Shell = (typeof shells)[number]

/** Sets the variables of the program, and starts it. */
export function writeCommands(recipe: ClientRecipe, target: ClientTarget, shell: Shell): string {
  const isPosix = shell === 'posix'
  const variables = Object.entries(recipe.environment?.(target) ?? {}).map(([name, value]) =>
    isPosix ? `export ${name}=${shellWord(value)}` : `$env:${name} = ${powerShellText(value)}`,
  )
  const words = recipe.command?.(target).map(isPosix ? shellWord : powerShellWord) ?? []
  return [...variables, ...(words.length === 0 ? [] : [words.join(' ')])].join('\n')
}

/** Where a file below the home folder is, as people write it. */
export const homePathOf = (path: string, shell: Shell): string =>
  shell === 'posix' ? `~/${path}` : `%USERPROFILE%\\${path.replaceAll('/', '\\')}`
