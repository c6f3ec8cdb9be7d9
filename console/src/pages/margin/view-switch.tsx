import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import { useUrlState } from '../../lib/url-state.ts'

const views = ['margin', 'caches'] as const
type View = (typeof views)[number]
export const viewDefaults = { view: '', p: 1 }

/** The two reports of the page. */
export function ViewSwitch() {
  const { t } = useTranslation('margin')
  const [{ view }, patch] = useUrlState(viewDefaults)
  return (
    <div className={layout.notice}>
      <Segmented<View>
        aria-label={t('view.label')}
        value={view === 'caches' ? 'caches' : 'margin'}
        onChange={(next) => void patch({ view: next === 'margin' ? '' : next, p: 1 }, { replace: false })}
        options={views.map((value) => ({ value, label: t(`view.${value}`) }))}
      />
    </div>
  )
}
