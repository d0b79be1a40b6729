// The progress tracker as a partner in a conversation: it is told metrics and says what they mean.
//   node examples/progress-tracker.mjs
import { createProgressTracker, unmeasured } from 'jumar';

const measured = (total, passed) => ({ ...unmeasured, tests: { total, passed, failed: total - passed, skipped: 0 } });
const tracker = createProgressTracker();
const say = (messages) => {
  for (const message of messages) {
    if (message.type === 'ProgressReport')
      console.log(`#${message.iteration}: ${message.recommendation.action}, ${message.recommendation.reason}`);
    if (message.type === 'RegressionAlert') console.log(`ALERT #${message.iteration}: ${message.alerts[0].message}`);
    if (message.type === 'BestIterationSelection') console.log(`selected iteration ${message.selected_iteration}`);
  }
};
const orchestrator = createProgressTracker({ name: 'orchestrator' });

say(await orchestrator.send({ type: 'BaselineRequest', metrics: measured(8, 5) }, tracker));
say(await orchestrator.send({ type: 'IterationComplete', iteration: 1, metrics: measured(10, 8) }, tracker));
say(await orchestrator.send({ type: 'IterationComplete', iteration: 2, metrics: measured(9, 7) }, tracker));
say(await orchestrator.send({ type: 'LoopDecisionRequest', complete: true }, tracker));
