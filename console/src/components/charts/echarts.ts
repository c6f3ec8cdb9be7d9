import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

// Only what our charts draw with; this module is loaded by them alone, when the first one is shown.
use([BarChart, LineChart, GridComponent, TooltipComponent, SVGRenderer])

export { init }
