import { booleanOption } from '../option-type.ts'
import { option } from './option.ts'

/** Drawing and tasks: cards of the tab "operation". */
export const drawingOptions = {
  DrawingEnabled: option({
    type: booleanOption,
    default: true,
    writer: 'admin',
    screen: 'operation',
    effect: 'The drawing log is shown.',
  }),
  TaskEnabled: option({
    type: booleanOption,
    default: true,
    writer: 'admin',
    screen: 'operation',
    effect: 'The task log is shown.',
  }),
  MjNotifyEnabled: option({
    type: booleanOption,
    default: false,
    writer: 'admin',
    screen: 'operation',
    effect: 'Upstreams call back when a drawing changes, and callers are told at the address they named.',
  }),
  MjAccountFilterEnabled: option({
    type: booleanOption,
    default: false,
    writer: 'admin',
    screen: 'operation',
    effect: 'The account filter of a drawing request is kept.',
  }),
  MjForwardUrlEnabled: option({
    type: booleanOption,
    default: true,
    writer: 'admin',
    screen: 'operation',
    effect: 'Addresses of pictures lead to our own proxy.',
  }),
  MjModeClearEnabled: option({
    type: booleanOption,
    default: false,
    writer: 'admin',
    screen: 'operation',
    effect: '--fast, --relax and --turbo are removed from prompts.',
  }),
  MjActionCheckSuccessEnabled: option({
    type: booleanOption,
    default: true,
    writer: 'admin',
    screen: 'operation',
    effect: 'Follow-up actions need a task that succeeded.',
  }),
} as const
