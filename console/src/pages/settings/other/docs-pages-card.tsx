import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { type DocsPageEntry, docsPageLimits } from '@sluice/contract/docs-page'
import { docsPagesCard } from '@sluice/contract/options/content'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../../components/confirm-action.tsx'
import { LoadState } from '../../../components/load-state.tsx'
import texts from '../../../components/text.module.css'
import { api } from '../../../lib/api.ts'
import { withBasePath } from '../../../lib/base-path.ts'
import { may, useSessionUser } from '../../../lib/session.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { moved } from '../operation/chat-presets.ts'
import { SettingsCard } from '../settings-card.tsx'
import { DocsPageDrawer } from './docs-page-drawer.tsx'
import { docsPagesKey, docsPagesQuery, nameOfPage } from './docs-pages.ts'
import css from './other.module.css'

/** The operator's pages of the documentation: added, ordered, edited and deleted at once. */
export function DocsPagesCard() {
  const { t } = useTranslation('settings-other')
  const query = useQuery({ ...docsPagesQuery, throwOnError: false })
  const [open, setOpen] = useState<number | 'new' | null>(null)
  const mayWrite = may(useSessionUser(), 'setting.write')
  return (
    <SettingsCard card={docsPagesCard}>
      <div className={css.list}>
        <LoadState query={query} rows={2}>
          {(pages) => (
            <>
              {pages.length === 0 && <p className={texts.help}>{t('docsPages.none')}</p>}
              <PageList pages={pages} onEdit={mayWrite ? setOpen : null} />
              {mayWrite && (
                <Button
                  icon={<PlusOutlined aria-hidden />}
                  disabled={pages.length >= docsPageLimits.pages}
                  onClick={() => setOpen('new')}
                >
                  {t('docsPages.add')}
                </Button>
              )}
            </>
          )}
        </LoadState>
      </div>
      <DocsPageDrawer open={open} onClose={() => setOpen(null)} />
    </SettingsCard>
  )
}

function PageList({ pages, onEdit }: { pages: readonly DocsPageEntry[]; onEdit: ((id: number) => void) | null }) {
  const { t } = useTranslation(['settings-other', 'common'])
  const confirm = useConfirmAction()
  const client = useQueryClient()
  const reload = () => client.invalidateQueries({ queryKey: docsPagesKey })
  const ordering = useMutation({
    mutationFn: (ids: number[]) => api('PUT /api/docs_page/order', { body: { ids } }),
    onSettled: reload,
  })
  const removal = useMutation({
    mutationFn: ({ id }: DocsPageEntry) => api('DELETE /api/docs_page/:id', { params: { id } }),
    onSuccess: (_, page) => toastSuccess(t('docsPages.deleted', { title: nameOfPage(page) })),
    onSettled: reload,
  })
  const move = (index: number, step: -1 | 1) =>
    ordering.mutate(
      moved(
        pages.map(({ id }) => id),
        index,
        step,
      ),
    )
  return (
    <ol className={css.entries}>
      {pages.map((page, index) => {
        const title = nameOfPage(page)
        const button = { size: 'small', type: 'text' } as const
        return (
          <li key={page.id} className={css.docsPage}>
            <span className={css.docsPageName}>
              <strong>{title}</strong>
              <a href={withBasePath(`/docs/${page.slug}`)} target="_blank" rel="noreferrer">
                /docs/{page.slug}
              </a>
            </span>
            <Tag disabled={false}>
              {page.is_published ? t(`docsPages.${page.needs_login ? 'accounts' : 'public'}`) : t('docsPages.draft')}
            </Tag>
            {onEdit && (
              <span>
                <Button
                  {...button}
                  icon={<ArrowUpOutlined />}
                  disabled={index === 0 || ordering.isPending}
                  aria-label={t('docsPages.up', { title })}
                  onClick={() => move(index, -1)}
                />
                <Button
                  {...button}
                  icon={<ArrowDownOutlined />}
                  disabled={index === pages.length - 1 || ordering.isPending}
                  aria-label={t('docsPages.down', { title })}
                  onClick={() => move(index, 1)}
                />
                <Button
                  {...button}
                  icon={<EditOutlined />}
                  aria-label={t('docsPages.editOf', { title })}
                  onClick={() => onEdit(page.id)}
                />
                <Button
                  {...button}
                  icon={<DeleteOutlined />}
                  aria-label={t('docsPages.deleteOf', { title })}
                  onClick={() =>
                    confirm({
                      title: t('docsPages.question', { title }),
                      consequence: t('docsPages.consequence'),
                      confirm: t('common:actions.delete'),
                      run: () => removal.mutateAsync(page),
                    })
                  }
                />
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
