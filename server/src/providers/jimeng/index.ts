import { jimengKeys } from '@sluice/contract/channel-keys'
import { keyParser } from '../key-form.ts'
import { defineVideoProvider } from '../provider.ts'
import { signVolcengine } from './sign.ts'
import { jimengVideos } from './video-wire.ts'

/** https://www.volcengine.com/docs/85621, as known on 2026-11-28 */
export const jimeng = defineVideoProvider({
  id: 'jimeng',
  type: 51,
  baseUrl: 'https://visual.volcengineapi.com',
  models: [
    'jimeng_ti2v_v30_pro',
    'jimeng_t2v_v30',
    'jimeng_t2v_v30_1080p',
    'jimeng_i2v_first_v30',
    'jimeng_i2v_first_v30_1080',
    'jimeng_i2v_first_tail_v30',
    'jimeng_i2v_first_tail_v30_1080',
  ],
  headersOf: () => ({}),
  parseKey: keyParser(jimengKeys),
  sign: signVolcengine,
  videos: jimengVideos,
})
