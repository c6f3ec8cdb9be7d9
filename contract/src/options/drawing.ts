import { card, option } from './option.ts'
import { onOff } from './option-type.ts'

// Drawing and tasks.

export const drawingCard = card({
  id: 'drawing',
  area: 'operation',
  writer: 'admin',
  options: {
    DrawingEnabled: option(onOff, { default: true, effect: 'The drawing log is shown.' }),
    TaskEnabled: option(onOff, { default: true, effect: 'The task log is shown.' }),
    MjNotifyEnabled: option(onOff, {
      default: false,
      effect:
        'Upstreams call back when a drawing changes, and the address that the caller named is notified: [tasks](tasks.md#how-tasks-are-followed).',
    }),
    VideoCallbacksEnabled: option(onOff, {
      default: false,
      effect:
        'Makers call back when a [video](videos.md#how-videos-are-followed) changes, at `ServerAddress`; the gateway then asks at once.',
    }),
    MjAccountFilterEnabled: option(onOff, {
      default: false,
      effect: 'The account filter of a drawing request is kept.',
    }),
    MjForwardUrlEnabled: option(onOff, {
      default: true,
      effect: 'Addresses of pictures lead through this server.',
    }),
    MjModeClearEnabled: option(onOff, {
      default: false,
      effect: '--fast, --relax and --turbo are removed from prompts.',
    }),
    MjActionCheckSuccessEnabled: option(onOff, {
      default: true,
      effect: 'Follow-up actions need a task that succeeded.',
    }),
  },
})
