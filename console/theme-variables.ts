import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import { Button, ConfigProvider } from 'antd'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Plugin } from 'vite'

const name = 'virtual:theme-variables.css'

/**
 * The variables of the theme as a style sheet, `virtual:theme-variables.css`, so that a page has its colours without
 * the component library. Where the library runs it sets the same values.
 */
export function themeVariables(): Plugin {
  return {
    name: 'theme-variables',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: async (id) => (id === `\0${name}` ? await buildThemeVariables() : undefined),
  }
}

export async function buildThemeVariables(): Promise<string> {
  // The theme asks for reduced motion, which is for the browser to say.
  globalThis.matchMedia ??= () => Object.assign(new EventTarget(), noMatch)
  const { buildTheme } = await import('./src/app/theme.ts')
  const variablesOf = (mode: 'light' | 'dark'): string[] => {
    const cache = createCache()
    const button = createElement(ConfigProvider, { theme: buildTheme(mode) }, createElement(Button))
    renderToString(createElement(StyleProvider, { cache }, button))
    const css = extractStyle(cache, { plain: true, types: ['cssVar', 'token'] })
    return /(?:^|\})\.sluice\{([^}]*)\}/.exec(css)?.[1]?.split(';').filter(Boolean) ?? []
  }
  const light = variablesOf('light')
  const known = new Set(light)
  const dark = variablesOf('dark').filter((line) => !known.has(line))
  if (light.length === 0 || dark.length === 0) throw new Error('the library wrote no variables')
  // On the page alone: the library gives its elements the class too, and their own values go before inherited ones.
  return `html.sluice{${light.join(';')}}html.sluice[data-theme=dark]{${dark.join(';')}}`
}

const noMatch = {
  matches: false,
  media: '',
  onchange: null,
  addListener() {},
  removeListener() {},
} as const
