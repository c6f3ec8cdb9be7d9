import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { placesOf, stateOfAnnouncement } from '@sluice/contract/announcement-times'
import type { Announcement } from '@sluice/contract/site-content'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announcementColors } from '../../components/announcement-list.tsx'
import { useAnnouncementText } from '../../components/announcement-text.ts'
import { ColorTag } from '../../components/color-tag.tsx'
import { useConfirmAction } from '../../components/confirm-action.tsx'
import type { DataColumn } from '../../components/data-column.ts'
import { DataTable } from '../../components/data-table.tsx'
import layout from '../../components/layout.module.css'
import { Nothing } from '../../components/nothing.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RowActions } from '../../components/row-actions.tsx'
import { StatusTag, type StatusTone } from '../../components/status-tag.tsx'
import texts from '../../components/text.module.css'
import { TimeText } from '../../components/time-text.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { formatList } from '../../lib/format-list.ts'
import { headlineOf } from '../../lib/headline-of.ts'
import { may, useSessionUser } from '../../lib/session.ts'
import { AnnouncementDrawer, type OpenAnnouncement } from './announcement-drawer.tsx'
import { announcementsMax, type ListChange } from './announcements.ts'
import { announcementsQuery } from './queries.ts'
import { useSaveChange } from './use-save-change.ts'

const tones = { planned: 'info', running: 'success', over: 'neutral' } as const satisfies Record<string, StatusTone>

const keyOf = (one: Announcement) => JSON.stringify([one.publishDate, one.type, one.content])
const secondsOf = (instant: string) => Math.floor(Date.parse(instant) / 1000)

/** What the site tells its visitors and accounts: planned, running and over. */
export function AnnouncePage() {
  const { t } = useTranslation(['announce', 'content', 'common'])
  const query = useQuery({ ...announcementsQuery, throwOnError: false })
  const [open, setOpen] = useState<OpenAnnouncement | null>(null)
  const [now] = useState(Date.now)
  const isPhone = useIsPhone()
  const mayWrite = may(useSessionUser(), 'setting.write')
  const { data } = query
  const isFull = (data?.total ?? 0) >= announcementsMax
  const add = mayWrite && (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      disabled={isFull}
      title={isFull ? t('full', { max: announcementsMax }) : undefined}
      onClick={() => setOpen('new')}
    >
      {t('add')}
    </Button>
  )
  const actionsOf = useActions(setOpen)
  const columns = useColumns(t, { now, actionsOf: mayWrite ? actionsOf : null })
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} action={data?.total !== 0 && add} />
      {data?.isOn === false && (
        <Alert
          className={layout.notice}
          type="warning"
          showIcon
          title={t('off')}
          action={
            <Link to="/setting" search={{ tab: 'other' }} hash="card-announcements">
              {t('toSettings')}
            </Link>
          }
        />
      )}
      <DataTable<Announcement>
        id="announcements"
        label={t('title')}
        columns={columns}
        rowKey={keyOf}
        query={query}
        isOff={(one) => stateOfAnnouncement(one, now) === 'over'}
        empty={{ title: t('empty'), hint: t('emptyHint'), action: add }}
        {...(mayWrite &&
          !isPhone && {
            opening: { openKey: '', onToggle: setOpen, openLabel: (one: Announcement) => headlineOf(one.content) },
          })}
      />
      <AnnouncementDrawer open={open} onClose={() => setOpen(null)} />
    </>
  )
}

function useActions(open: (one: Announcement) => void) {
  const { t } = useTranslation(['announce', 'common'])
  const confirm = useConfirmAction()
  const save = useSaveChange()
  const { mutateAsync } = useMutation({
    mutationFn: ({ done, ...change }: ListChange & { done: string }) => save(change, done),
  })
  return (one: Announcement, now: number) => {
    const name = headlineOf(one.content)
    const endNow = () =>
      mutateAsync({ before: one, after: { ...one, until: new Date().toISOString() }, done: t('ended', { name }) })
    return {
      name,
      visible: [{ key: 'edit', label: t('common:actions.edit'), run: () => open(one) }],
      menu: [
        ...(stateOfAnnouncement(one, now) === 'running'
          ? [
              {
                key: 'end',
                label: t('end'),
                run: () =>
                  confirm({
                    title: t('endQuestion', { name }),
                    consequence: t('endConsequence'),
                    confirm: t('end'),
                    danger: false,
                    run: endNow,
                  }),
              },
            ]
          : []),
        {
          key: 'delete',
          label: t('common:actions.delete'),
          danger: true,
          run: () =>
            confirm({
              title: t('deleteQuestion', { name }),
              consequence: t('deleteConsequence'),
              confirm: t('common:actions.delete'),
              run: () => mutateAsync({ before: one, after: null, done: t('deleted', { name }) }),
            }),
        },
      ],
    }
  }
}

type Texts = TFunction<['announce', 'content', 'common']>

function useColumns(
  t: Texts,
  { now, actionsOf }: { now: number; actionsOf: ReturnType<typeof useActions> | null },
): DataColumn<Announcement>[] {
  const { i18n } = useTranslation()
  const textOf = useAnnouncementText()
  const placeNames = (one: Announcement) =>
    formatList(
      placesOf(one).map((place) => t(`place.${place}`)),
      i18n.resolvedLanguage,
    )
  return [
    {
      key: 'content',
      title: t('column.content'),
      width: 260,
      flexible: true,
      required: true,
      card: 'title',
      render: (one) => (
        <span className={texts.cutBlock} title={textOf(one).content}>
          {headlineOf(textOf(one).content)}
        </span>
      ),
    },
    {
      key: 'state',
      title: t('column.state'),
      width: 110,
      card: 'badge',
      render: (one) => {
        const state = stateOfAnnouncement(one, now)
        return <StatusTag tone={tones[state]}>{t(`state.${state}`)}</StatusTag>
      },
    },
    {
      key: 'type',
      title: t('column.type'),
      width: 110,
      card: 'tag',
      render: ({ type }) =>
        type === 'default' ? (
          t('content:announcements.type.default')
        ) : (
          <ColorTag color={announcementColors[type]}>{t(`content:announcements.type.${type}`)}</ColorTag>
        ),
    },
    {
      key: 'from',
      title: t('column.from'),
      width: 116,
      card: { place: 'start', label: t('column.from') },
      render: ({ publishDate }) => <TimeText seconds={secondsOf(publishDate)} />,
    },
    {
      key: 'until',
      title: t('column.until'),
      width: 116,
      card: { place: 'end', label: t('column.until') },
      render: ({ until = '' }) => (until === '' ? <Nothing /> : <TimeText seconds={secondsOf(until)} />),
    },
    {
      key: 'places',
      title: t('column.places'),
      width: 220,
      givesWay: 2,
      card: 'foot',
      render: (one) => <span className={texts.cutBlock}>{placeNames(one)}</span>,
    },
    {
      key: 'languages',
      title: t('column.languages'),
      width: 104,
      givesWay: 1,
      render: ({ content_zh: chinese = '' }) => (chinese === '' ? t('oneLanguage') : t('bothLanguages')),
    },
    ...(actionsOf
      ? [
          {
            key: 'actions',
            title: '',
            width: 110,
            required: true,
            render: (one: Announcement) => <RowActions {...actionsOf(one, now)} />,
          },
        ]
      : []),
  ]
}
