import { expect, test } from 'bun:test'
import { describeAgent, isPhoneAgent } from './describe-agent.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const agents: [userAgent: string, browser: string, system: string][] = [
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge', 'Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/140.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [
    `Mozilla/5.0 (Linux; Android 14) ${webkit} Chrome/120.0 Mobile Safari/537.36 MicroMessenger/8.0`,
    'WeChat',
    'Android',
  ],
  ['curl/8.5.0', 'curl', ''],
  ['', '', ''],
  ['something else', '', ''],
]

test('browser and system have familiar names', () => {
  for (const [userAgent, browser, system] of agents) expect(describeAgent(userAgent)).toEqual({ browser, system })
})

test('handheld devices are distinguished from desktop computers', () => {
  const phones = agents.filter(([userAgent]) => isPhoneAgent(describeAgent(userAgent)))
  expect(phones.map(([, , system]) => system)).toEqual(['iPhone', 'Android', 'Android'])
})
