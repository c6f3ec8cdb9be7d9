import type { AnsweredCall, Script } from './scripted-upstream.ts'

export type UpstreamKind = 'OpenAI' | 'Anthropic' | 'Gemini'
export const upstreamKinds: readonly UpstreamKind[] = ['OpenAI', 'Anthropic', 'Gemini']

/** The model that leads to a channel of each kind. */
export const modelOf: Record<UpstreamKind, string> = {
  OpenAI: 'gpt-5.1',
  Anthropic: 'claude-sonnet-4-5',
  Gemini: 'gemini-3.1-pro-preview',
}
/** No channel lists it. */
export const unlistedModel = 'model-without-channel'
/** Its only upstream answers that it is overloaded. */
export const overloadedModel = 'claude-of-one-provider'

/**
 * Keys whose calls are refused: none of the gateway's, of an account without money, and with a limit that is used up.
 */
export type FaultyKey = 'wrong' | 'poor' | 'limited'

export type FailureKind = 'wrong-key' | 'no-balance' | 'key-limit' | 'no-model' | 'overloaded'

/** What a person reads of a failure. */
export interface Failure {
  /** The line with the reason; null = none has it. */
  text: string | null
  /** From the first call of a model to the end of the program. */
  seconds: number
}

export interface Gateway {
  /** Without a trailing slash. */
  url: string
  key: string
}

export interface Outcome {
  code: number | null
  /** Both streams. */
  output: string
  /** Standard output only. */
  answer: string
}

export interface Seen {
  outcome: Outcome
  /** The upstreams' answers during the run. */
  calls: AnsweredCall[]
  /** A file in the program's working folder. */
  readFile(name: string): string | undefined
  /** Of a check that `shows` something. */
  failure?: Failure
}

/** One task of an agent. */
export interface Check {
  /** Its name on the page. */
  name: string
  upstream?: UpstreamKind
  prompt: string
  model: string
  /** The upstream's answers, in a folder with `notes.txt`. */
  script(folder: string): Script
  /** Another key than that of the program. */
  key?: FaultyKey
  /** Default: 120. */
  timeoutSeconds?: number
  /** The line that a person has to read; it is on the page. */
  shows?(output: string): Failure['text']
  /** Additional arguments. */
  more?(folder: string): string[]
  /** Failures; empty = passed. */
  judge(seen: Seen): string[]
}

interface CommonProgram {
  /** Its name on the command line: `npm run clients -- codex`. */
  id: string
  name: string
  registry: 'npm' | 'PyPI'
  /** Packages with their versions: the program first, then its dependencies. */
  packages: readonly string[]
  /** Of a package that is complete only after its own script, as scripts are not run when packages are installed. */
  completes?: readonly string[]
}

/** A program with a command line, started once for each check. */
export interface Agent extends CommonProgram {
  kind: 'agent'
  /** As users start it. */
  command: string
  /** The same as separate words; the file is relative to the folder of its installation. */
  start: readonly string[]
  args(task: { prompt: string; model: string }): string[]
  /** Runs it without questions; not on the page. */
  unattended?: readonly string[]
  /** Its settings for the gateway: exactly these are on the page. */
  environment?(gateway: Gateway): Record<string, string>
  /** Configuration files, by their path below HOME. */
  files?(gateway: Gateway): Record<string, string>
  /** Additional files in its working folder, besides those of every agent. */
  workFiles?: Record<string, string>
  /** What a person has to know besides; sentences of the page. */
  notes?: readonly string[]
  /** Turns off features unrelated to the gateway: updates, telemetry. */
  quiet?: Record<string, string>
  checks: readonly Check[]
}

/** A library, tested by a script that runs all its checks and reports which passed. */
export interface Library extends CommonProgram {
  kind: 'library'
  /** File in `programs/`. The lines between `set-up` and `end of set-up` are on the page. */
  script: string
  /** Variables that the library reads itself. */
  environment?(gateway: Gateway): Record<string, string>
  /** Failures in what reached the upstreams. */
  judge?(calls: AnsweredCall[]): string[]
  /** It manages the gateway with a system access token of the super administrator, and calls no model. */
  manages?: true
}

export type Program = Agent | Library

export interface CheckResult {
  name: string
  /** The format of the upstream that answered; absent for none or several. */
  upstream?: UpstreamKind
  complaints: string[]
  /** What a person reads in a check of a failure. */
  failure?: Failure
}

export interface ProgramResult {
  id: string
  name: string
  /** The source of its first package. */
  source: string
  version: string
  /** Why it was skipped. */
  skipped?: string
  /** Other hosts that it tried to reach; the proxy refused them. */
  asksElsewhere: string[]
  results: CheckResult[]
  setUp: string
}
