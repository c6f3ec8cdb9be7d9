import type { AnsweredCall, Script } from './scripted-upstream.ts'

export type UpstreamKind = 'OpenAI' | 'Anthropic' | 'Gemini'
export const upstreamKinds: readonly UpstreamKind[] = ['OpenAI', 'Anthropic', 'Gemini']

/** The model by which a channel of each kind is reached. */
export const modelOf: Record<UpstreamKind, string> = {
  OpenAI: 'gpt-5.1',
  Anthropic: 'claude-sonnet-4-5',
  Gemini: 'gemini-3.1-pro',
}
/** No channel lists it. */
export const unlistedModel = 'model-without-channel'

export interface Gateway {
  /** Without a slash at its end. */
  url: string
  key: string
}

export interface Outcome {
  code: number | null
  /** Both streams. */
  output: string
  /** Standard output alone. */
  answer: string
}

export interface Seen {
  outcome: Outcome
  /** What the upstreams answered meanwhile. */
  calls: AnsweredCall[]
  /** A file in the folder that the program works in. */
  readFile(name: string): string | undefined
}

/** One task of an agent. */
export interface Check {
  /** As the page names it. */
  name: string
  upstream?: UpstreamKind
  prompt: string
  model: string
  /** What its upstream answers, in a folder with `notes.txt`. */
  script(folder: string): Script
  /** Further arguments. */
  more?(folder: string): string[]
  /** Complaints; none = passed. */
  judge(seen: Seen): string[]
}

interface CommonProgram {
  /** As it is named on the command line: `npm run clients -- codex`. */
  id: string
  name: string
  registry: 'npm' | 'PyPI'
  /** Packages with their versions: the program first, then its dependencies. */
  packages: readonly string[]
}

/** A program with a command line, started once for each check. */
export interface Agent extends CommonProgram {
  kind: 'agent'
  /** As people start it. */
  command: string
  /** The same as words, the file by its path below the folder of its installation. */
  start: readonly string[]
  args(task: { prompt: string; model: string }): string[]
  /** Lets it work without questions; not on the page. */
  unattended?: readonly string[]
  /** How it is pointed at the gateway: exactly this is on the page. */
  environment?(gateway: Gateway): Record<string, string>
  /** Configuration files, by their path below HOME. */
  files?(gateway: Gateway): Record<string, string>
  /** Further files in the folder that it works in, beside those of every agent. */
  workFiles?: Record<string, string>
  /** Switches off what has nothing to do with the gateway: updates, telemetry. */
  quiet?: Record<string, string>
  checks: readonly Check[]
}

/** A library, used by a script that runs all its checks and says which passed. */
export interface Library extends CommonProgram {
  kind: 'library'
  /** File in `programs/`. The lines between `set-up` and `end of set-up` are on the page. */
  script: string
  /** Variables that it reads by itself. */
  environment?(gateway: Gateway): Record<string, string>
  /** Complaints about what reached the upstreams. */
  judge?(calls: AnsweredCall[]): string[]
  /** It manages the gateway with a system access token of the super administrator, and calls no model. */
  manages?: true
}

export type Program = Agent | Library

export interface CheckResult {
  name: string
  /** Whose upstream answered; absent where none is asked, or several are. */
  upstream?: UpstreamKind
  complaints: string[]
}

export interface ProgramResult {
  id: string
  name: string
  /** Where its first package comes from. */
  source: string
  version: string
  /** Why it was not run. */
  skipped?: string
  /** Hosts other than the gateway that it asked for; it did not reach them. */
  asksElsewhere: string[]
  results: CheckResult[]
  setUp: string
}
