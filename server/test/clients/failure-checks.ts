import { type Check, type Failure, type FailureKind, overloadedModel, unlistedModel } from './program.ts'

interface FailureSpec {
  kind: FailureKind
  /** Its name on the page. */
  name: string
  key?: Check['key']
  model: string
  /** Words of the true reason. */
  says: RegExp
  /** A person waits no longer than this for the reason; null = the program may go on repeating the call. */
  withinSeconds: number | null
}

/** Codex repeats every refusal but a few for some seconds; no other program repeats one that cannot succeed. */
const refusedWithinSeconds = 12

const specs: readonly FailureSpec[] = [
  {
    kind: 'wrong-key',
    name: 'the key is wrong',
    key: 'wrong',
    model: 'gpt-5.1',
    says: /API key is not valid/i,
    withinSeconds: refusedWithinSeconds,
  },
  {
    kind: 'no-balance',
    name: 'the balance is used up',
    key: 'poor',
    model: 'gpt-5.1',
    says: /balance of the account is not enough: \$/i,
    withinSeconds: refusedWithinSeconds,
  },
  {
    kind: 'key-limit',
    name: 'the limit of the key is used up',
    key: 'limited',
    model: 'gpt-5.1',
    says: /quota of the API key is not enough: \$/i,
    withinSeconds: refusedWithinSeconds,
  },
  {
    kind: 'no-model',
    name: 'no channel offers the model',
    model: unlistedModel,
    says: new RegExp(unlistedModel),
    withinSeconds: refusedWithinSeconds,
  },
  {
    kind: 'overloaded',
    name: 'the provider is overloaded all the time',
    model: overloadedModel,
    says: /overloaded|too many requests/i,
    withinSeconds: null,
  },
]

interface AgentFailures {
  /** The program's name for a model of the gateway. */
  nameModel?(model: string): string
  /** Failures that the program itself words or hides; the reason is on the page. */
  own?: Partial<Record<FailureKind, Partial<Pick<FailureSpec, 'says' | 'withinSeconds'>>>>
}

/** What a person reads when the gateway refuses a call: the true reason, soon, and no upstream is called. */
export const failureChecks = ({ nameModel = (model) => model, own = {} }: AgentFailures = {}): Check[] =>
  specs.map((spec) => {
    const { name, key, model, says, withinSeconds } = { ...spec, ...own[spec.kind] }
    return {
      name,
      ...(key && { key }),
      model: nameModel(model),
      prompt: 'open the north gate',
      script: () => [],
      timeoutSeconds: withinSeconds === null ? 100 : 120,
      shows: (output) => findLine(output, says),
      judge: ({ calls, failure }) => [
        ...(failure?.text || withinSeconds === null ? [] : [`its output does not say ${says}`]),
        ...(failure && withinSeconds !== null && failure.seconds > withinSeconds
          ? [`it ended after ${Math.round(failure.seconds)} s`]
          : []),
        // Some agents request a title from another model meanwhile.
        ...(calls.some(({ facts }) => facts.tools.length > 0) ? ['an upstream answered'] : []),
      ],
    } satisfies Check
  })

/** The last line that has the words, without colours and request ids; null = none. */
function findLine(output: string, says: RegExp): Failure['text'] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of a terminal
  const plain = output.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
  const line = plain.split(/\r?\n/).findLast((text) => says.test(text))
  return line === undefined ? null : withoutMachine(line)
}

/** Without request ids, and without the paths and ports of this run. */
const withoutMachine = (line: string): string =>
  line
    .trim()
    .replace(/\s*\(request id: [^)]*\)/g, '')
    .replace(/ Full report available at: \S+/g, '')
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'https://gateway.example')
    .replace(/127\.0\.0\.1:\d+/g, 'gateway.example')
