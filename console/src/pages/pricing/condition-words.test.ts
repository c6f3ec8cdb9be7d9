import { expect, test } from 'bun:test'
import type { PriceCondition } from '@sluice/contract/price-rules'
import { createInstance } from 'i18next'
import en from '../../locales/en/pricing.ts'
import zh from '../../locales/zh/pricing.ts'
import { conditionWords } from './condition-words.ts'

const translators = await Promise.all(
  [en, zh].map(async (texts, index) => {
    const lng = index === 0 ? 'en' : 'zh'
    const i18n = createInstance()
    const resources = { [lng]: { pricing: texts } }
    await i18n.init({ lng, ns: ['pricing'], resources, interpolation: { escapeValue: false } })
    return i18n.getFixedT(lng, 'pricing')
  }),
)

test.each<[PriceCondition, string, string]>([
  [{ input_over: 200_000 }, 'Prompts over 200,000 tokens', '输入超过 200,000 token'],
  [{ between: ['00:30', '08:30'] }, 'every day 00:30 to 08:30 (UTC)', '每天 00:30 至 08:30（UTC）'],
  [
    { between: ['22:00', '06:00'], days: ['tue', 'fri', 'wed', 'thu', 'mon'], timezone: 'Asia/Shanghai' },
    'Monday to Friday 22:00 to 06:00 (Asia/Shanghai)',
    '周一至周五 22:00 至 06:00（Asia/Shanghai）',
  ],
  [{ tier: 'priority' }, 'Service tier priority', '服务等级 priority'],
  [{ size: '1024x1792', quality: 'hd' }, 'Size 1024x1792, Quality hd', '尺寸 1024x1792，画质 hd'],
  [
    { geo: ['us', 'eu'], speed: 'fast', input_over: 1000 },
    'Speed fast, Region us, eu, Prompts over 1,000 tokens',
    '速度 fast，地区 us、eu，输入超过 1,000 token',
  ],
  [{ days: ['sun', 'sat'] }, 'weekends (UTC)', '周末（UTC）'],
  [{ days: ['wed', 'mon'] }, 'Mon, Wed (UTC)', '周一、周三（UTC）'],
  [
    { from: '2027-01-01', until: '2027-02-01' },
    'from 2027-01-01 until before 2027-02-01 (UTC)',
    '2027-01-01 起，2027-02-01 之前（UTC）',
  ],
  [
    { input_over: 1_000, until: '2027-02-01' },
    'Prompts over 1,000 tokens, before 2027-02-01 (UTC)',
    '输入超过 1,000 token，2027-02-01 之前（UTC）',
  ],
])('the condition %p is described in both languages', (when, english, chinese) => {
  expect(translators.map((t) => conditionWords(when, t))).toEqual([english, chinese])
})
