import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/home.ts'

export default {
  headline: 'One address for every model',
  text: 'One API, clear bills, dependable routes. Put the address below into any OpenAI-compatible client.',
  baseUrl: 'Base URL',
  start: 'Open the console',
  login: 'Log in',
  points: {
    oneApi: 'One API',
    oneApiText: 'Keep your SDK. Change the address and the key, nothing else.',
    billing: 'Every charge explained',
    billingText: 'The log shows the usage, the price and the calculation of every call.',
    failover: 'When a route fails, there is another',
    failoverText: 'Calls are routed by priority and weight, and change channels before the first byte.',
  },
  frame: 'Home page',
  legal: {
    agreement: 'User agreement',
    privacy: 'Privacy policy',
    none: 'The operator has not published this text yet.',
  },
  about: {
    title: 'About',
    heading: 'About {{name}}',
    text: 'This site relays calls to models of many providers through one address and one key, meters their usage and bills it exactly. It runs on Sluice.',
    version: 'Version {{version}}',
  },
} satisfies SameKeys<typeof zh>
