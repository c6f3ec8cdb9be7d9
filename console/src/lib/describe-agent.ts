export interface Agent {
  /** Name of the browser or program; '' = not recognised. */
  browser: string
  /** Name of the device or system; '' = not recognised. */
  system: string
}

// The first match counts: most browsers also name the browsers that they derive from.
const browsers: [pattern: RegExp, name: string][] = [
  [/MicroMessenger\//, 'WeChat'],
  [/\b(Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(OPR|Opera)\b/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^(python-requests|python-httpx|aiohttp)\b/i, 'Python'],
  [/^(node|undici|axios)\b/i, 'Node.js'],
  [/^Bun\//, 'Bun'],
]
const systems: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bOpenHarmony|HarmonyOS\b/, 'HarmonyOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (list: [RegExp, string][], text: string): string =>
  list.find(([pattern]) => pattern.test(text))?.[1] ?? ''

/** Browser and system in a `User-Agent`, by their usual names. */
export const describeAgent = (userAgent: string): Agent => ({
  browser: nameIn(browsers, userAgent),
  system: nameIn(systems, userAgent),
})

export const isPhoneAgent = ({ system }: Agent): boolean => ['iPhone', 'iPad', 'Android', 'HarmonyOS'].includes(system)
