import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } from "chart.js";
import zoom from "chartjs-plugin-zoom";
import type { Widget } from "../widget";

Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip, zoom);

export const widget: Widget = (stage, say) => {
  stage.innerHTML = '<canvas width="500" height="250" role="img" aria-label="Sales"></canvas>';
  const chart: Chart = new Chart(stage.firstElementChild as HTMLCanvasElement, {
    type: "bar",
    data: {
      labels: ["Mon", "Tue", "Wed", "Thu"],
      datasets: [
        { label: "Tea", data: [4, 7, 2, 5], backgroundColor: "teal" },
        { label: "Coffee", data: [6, 3, 8, 1], backgroundColor: "brown" },
      ],
    },
    options: {
      responsive: false,
      animation: false,
      plugins: {
        zoom: { zoom: { drag: { enabled: true }, wheel: { enabled: true }, mode: "x", onZoomComplete: () => tell() } },
      },
    },
    plugins: [{ id: "tell", afterEvent: () => tell() }],
  });
  function tell(): void {
    queueMicrotask(() => {
      const { x } = chart.scales;
      say({
        shown: chart.getSortedVisibleDatasetMetas().map(({ label }) => label),
        hovered: chart
          .getActiveElements()
          .map(({ datasetIndex, index }) => [chart.data.datasets[datasetIndex]?.label, chart.data.labels?.[index]]),
        days: chart.data.labels?.slice(x?.min, (x?.max ?? 0) + 1),
      });
    });
  }
  tell();
};
