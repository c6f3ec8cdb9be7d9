// The script of the pages of the documentation: the theme of the console, and the search.
import { createDocSearch, type DocSection, type Hit } from './search-docs.ts'

declare global {
  interface Window {
    sluiceDocs?: readonly DocSection[]
  }
}

const page = document.documentElement
/** From this page to the start page. */
const root = page.dataset.root ?? ''

page.dataset.theme = readTheme()
window.addEventListener('DOMContentLoaded', () => {
  const pages = document.querySelector<HTMLDetailsElement>('#pages')
  // On a phone the list would stand before the text.
  if (pages) pages.open = matchMedia('(min-width: 900px)').matches
  startSearch()
})

/** The theme that was chosen in the console of this address, else that of the system. */
function readTheme(): 'light' | 'dark' {
  const base = new URL(`${root}./`, location.href).pathname.replace(/\/docs\/$/, '')
  try {
    const chosen = localStorage.getItem(base === '' ? 'theme-mode' : `${base}:theme-mode`)
    if (chosen === 'dark' || chosen === 'light') return chosen
  } catch {
    // Storage can be forbidden.
  }
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function startSearch(): void {
  const input = document.querySelector<HTMLInputElement>('#search')
  const list = document.querySelector<HTMLElement>('#results')
  const count = document.querySelector<HTMLElement>('#count')
  if (!input || !list || !count) return
  let search: Promise<(query: string) => Hit[]> | null = null
  let active = -1

  const options = () => [...list.querySelectorAll<HTMLAnchorElement>('a')]
  const close = () => {
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-activedescendant')
  }
  const mark = (next: number) => {
    const all = options()
    active = all.length === 0 ? -1 : (next + all.length) % all.length
    for (const [index, option] of all.entries()) option.setAttribute('aria-selected', String(index === active))
    const chosen = all[active]
    if (!chosen) return
    input.setAttribute('aria-activedescendant', chosen.id)
    chosen.scrollIntoView({ block: 'nearest' })
  }
  const show = async () => {
    const query = input.value
    search ??= loadSections().then(createDocSearch)
    const find = await search
    // Another letter was typed meanwhile.
    if (query !== input.value) return
    if (query.trim() === '') {
      count.textContent = ''
      return close()
    }
    const hits = find(query)
    count.textContent = hits.length === 0 ? 'Nothing found · 没有结果' : `${hits.length} · ${hits.length} 条结果`
    count.dataset.empty = String(hits.length === 0)
    list.replaceChildren(...hits.map(buildOption))
    list.hidden = hits.length === 0
    input.setAttribute('aria-expanded', String(hits.length > 0))
    mark(0)
  }

  input.addEventListener('input', () => void show())
  input.addEventListener('focus', () => {
    if (input.value !== '') void show()
  })
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      mark(active + (event.key === 'ArrowDown' ? 1 : -1))
    } else if (event.key === 'Enter') options()[active]?.click()
    else if (event.key === 'Escape') {
      count.textContent = ''
      count.dataset.empty = 'false'
      close()
    }
  })
  window.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement
    const isShortcut = event.key === '/' || (event.key === 'k' && (event.ctrlKey || event.metaKey))
    if (!isShortcut || isTyping) return
    event.preventDefault()
    input.focus()
    input.select()
  })
  window.addEventListener('click', (event) => {
    if (event.target instanceof Node && !list.contains(event.target) && event.target !== input) close()
  })
  // A link to a heading of this page leaves the list open otherwise.
  list.addEventListener('click', close)
}

function buildOption({ path, page: title, heading, excerpt }: Hit, index: number): HTMLAnchorElement {
  const option = document.createElement('a')
  option.id = `result-${index}`
  option.href = root + path
  option.tabIndex = -1
  option.setAttribute('role', 'option')
  const name = document.createElement('strong')
  name.textContent = heading === title || heading.startsWith(`${title} `) ? heading : `${title} › ${heading}`
  const text = document.createElement('span')
  text.textContent = excerpt
  option.append(name, text)
  return option
}

/** The texts, with the first search: they are larger than a page. */
function loadSections(): Promise<readonly DocSection[]> {
  const script = document.createElement('script')
  script.src = `${root}search-data.js`
  return new Promise((resolve, reject) => {
    script.onload = () => resolve(window.sluiceDocs ?? [])
    script.onerror = () => reject(new Error('the texts to search were not loaded'))
    document.head.append(script)
  })
}
