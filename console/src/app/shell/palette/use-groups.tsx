import ApiOutlined from '@ant-design/icons/es/icons/ApiOutlined'
import DollarOutlined from '@ant-design/icons/es/icons/DollarOutlined'
import KeyOutlined from '@ant-design/icons/es/icons/KeyOutlined'
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '../../../components/use-debounced.ts'
import { useSessionUser } from '../../../lib/session.ts'
import type { PaletteGroup, PaletteItem } from './item.ts'
import { isSendable, matchItems } from './match.ts'
import { type Recent, readRecents } from './recent.ts'
import { destinationOf, isOpenTo, listOf, type Target, type TargetKind } from './targets.ts'
import { useActions, useGo, usePages } from './use-commands.tsx'
import { rowsShown, useSearch } from './use-search.ts'

const searchAfterMs = 200
const settingsShown = 8

const kindIcons: Record<Exclude<TargetKind, 'page'>, ReactNode> = {
  token: <KeyOutlined />,
  channel: <ApiOutlined />,
  user: <TeamOutlined />,
  model: <DollarOutlined />,
  setting: <SettingOutlined />,
}
const joined = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ')
const kindDetail = ({ kind, name }: Target): string | undefined =>
  kind === 'channel' || kind === 'user' ? `#${name}` : undefined

/** The state of a server search, as far as a group shows it. */
interface Result<Row> {
  data: { items: readonly Row[]; total: number } | undefined
  error: Error | null
  isFetching: boolean
  refetch(): unknown
}

/** All matches of the typed text; without text the recent targets and all pages. */
export function useGroups(text: string): PaletteGroup[] {
  const { t } = useTranslation('palette')
  const viewer = useSessionUser()
  const go = useGo()
  const typed = text.trim()
  const keyword = useDebounced(typed, searchAfterMs)
  const recents = useMemo(() => readRecents(viewer?.id ?? null), [viewer])
  const needsSettings = typed === '' && recents.some(({ kind }) => kind === 'setting')
  const found = useSearch(keyword, viewer, { needsSettings })
  const pages = usePages(viewer)
  const actions = useActions(viewer)

  const itemOf = (target: Target, label: string, icon: ReactNode, detail?: string): PaletteItem => ({
    id: `${target.kind}:${target.name}`,
    label,
    icon,
    detail,
    target,
    run: () => go(destinationOf(target, viewer)),
  })
  const retryOf = (key: string, error: Error, retry: () => unknown): PaletteItem => ({
    id: `retry:${key}`,
    label: t('failed', { reason: error.message }),
    detail: t('retry'),
    icon: <ReloadOutlined />,
    run: retry,
    isStaying: true,
  })
  function groupOf<Row>(
    key: PaletteGroup['key'],
    kind: 'token' | 'channel' | 'user' | 'model',
    result: Result<Row>,
    toItem: (row: Row) => PaletteItem,
  ): PaletteGroup {
    const { data, error } = result
    if (error !== null && !result.isFetching) return { key, items: [retryOf(key, error, () => result.refetch())] }
    const items = (data?.items ?? []).slice(0, rowsShown).map(toItem)
    const total = data?.total ?? 0
    const rest: PaletteItem = {
      id: `all:${kind}`,
      label: t('all', { count: total }),
      icon: <UnorderedListOutlined />,
      run: () => go(listOf(kind, keyword)),
    }
    return {
      key,
      items: total > items.length ? [...items, rest] : items,
      isLoading: data === undefined && result.isFetching,
    }
  }

  if (typed === '') {
    const settings = found.settings.data?.all
    const itemOfRecent = (recent: Recent): PaletteItem | undefined => {
      if (recent.kind === 'page') return pages.find(({ target }) => target?.name === recent.name)
      // A setting has its name in the current language.
      const setting = settings?.find(({ option }) => recent.kind === 'setting' && option === recent.name)
      return itemOf(recent, setting?.label ?? recent.label, kindIcons[recent.kind], kindDetail(recent))
    }
    const lately = recents
      .filter(({ kind }) => isOpenTo(kind, viewer))
      .map(itemOfRecent)
      .filter((item) => item !== undefined)
    return [
      { key: 'recent', items: lately },
      { key: 'pages', items: pages.filter(({ id }) => !lately.some((item) => item.id === id)) },
      { key: 'actions', items: actions },
    ]
  }

  const models = matchItems(
    (found.pricing.data?.data ?? []).map((row) => ({ ...row, label: row.model_name, words: row.owner_by })),
    typed,
  )
  const settings = found.settings.data?.find(typed) ?? []
  const lists: { kind: 'token' | 'channel' | 'user'; group: PaletteGroup }[] = [
    {
      kind: 'token',
      group: groupOf('tokens', 'token', found.tokens, ({ id, name }) =>
        itemOf({ kind: 'token', name: String(id) }, name, kindIcons.token),
      ),
    },
    {
      kind: 'channel',
      group: groupOf('channels', 'channel', found.channels, ({ id, name, tag }) =>
        itemOf({ kind: 'channel', name: String(id) }, name, kindIcons.channel, joined(`#${id}`, tag)),
      ),
    },
    {
      kind: 'user',
      group: groupOf('users', 'user', found.users, ({ id, username, display_name }) =>
        itemOf(
          { kind: 'user', name: String(id) },
          username,
          kindIcons.user,
          joined(`#${id}`, display_name === username ? '' : display_name),
        ),
      ),
    },
  ]
  return [
    { key: 'pages', items: matchItems(pages, typed) },
    { key: 'actions', items: matchItems(actions, typed) },
    ...lists
      .filter(({ kind }) => isOpenTo(kind, viewer) && isSendable(typed))
      // Rows of another search are not offered under this one: Enter would open the wrong thing.
      .map(({ group }) => (keyword === typed ? group : { key: group.key, items: [], isLoading: true })),
    groupOf(
      'models',
      'model',
      { ...found.pricing, data: found.pricing.data && { items: models, total: models.length } },
      ({ label, owner_by }) => itemOf({ kind: 'model', name: label }, label, kindIcons.model, owner_by),
    ),
    {
      key: 'settings',
      isLoading: found.settings.isLoading,
      items: settings
        .slice(0, settingsShown)
        .map((entry) =>
          itemOf(
            { kind: 'setting', name: entry.option },
            entry.label,
            kindIcons.setting,
            joined(found.settings.data?.tabOf(entry), entry.cardTitle),
          ),
        ),
    },
  ]
}
