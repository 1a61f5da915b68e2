import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  flushSync(() => createRoot(stage).render(<Tasks say={say} />));
};

function Tasks({ say }: { say: (held: unknown) => void }) {
  const [tasks, setTasks] = useState(["Wash", "Iron", "Fold", "Store"]);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  say(tasks);
  const move = ({ active, over }: DragEndEvent): void => {
    if (over) setTasks(arrayMove(tasks, tasks.indexOf(String(active.id)), tasks.indexOf(String(over.id))));
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={move}>
      <SortableContext items={tasks} strategy={verticalListSortingStrategy}>
        {tasks.map((task) => (
          <Task key={task} task={task} />
        ))}
      </SortableContext>
    </DndContext>
  );
}

function Task({ task }: { task: string }) {
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id: task });
  const moved = transform ? `translate(${transform.x}px, ${transform.y}px)` : undefined;
  return (
    <div
      ref={setNodeRef}
      style={{ transform: moved, transition, padding: 6, width: 200, touchAction: "none" }}
      {...attributes}
      {...listeners}
    >
      {task}
    </div>
  );
}
