/** Hertz of the two notes. */
const NOTES = [660, 880];
/** Seconds between the notes, and seconds in which one fades out. */
const INTERVAL_S = 0.12;
const FADE_S = 0.3;
/** Gain, quieter than speech. */
const VOLUME = 0.08;
/** Milliseconds in which the other tabs receive the same answer. */
const SAME_ANSWER_MS = 1000;

/**
 * Plays two soft notes, in only one of the tabs that receive an answer. Plays nothing before the visitor has pressed
 * something on the page: the browser would mute it, and this tab would keep the others silent.
 */
export async function chime(agentId: string): Promise<void> {
  if (!navigator.userActivation?.hasBeenActive) return;
  const locks = navigator.locks as LockManager | undefined;
  // Over plain http there are no locks, and tabs share no answers.
  if (!locks) return play();
  const playInOneTab = async (lock: Lock | null): Promise<void> => {
    if (!lock) return;
    play();
    await new Promise(resolve => setTimeout(resolve, SAME_ANSWER_MS));
  };
  await locks
    .request(`agent-chat-sound:${agentId}`, { ifAvailable: true }, playInOneTab)
    // In a sandboxed page every request is refused.
    .catch(error => {
      if (error.name !== 'SecurityError') throw error;
      play();
    });
}

function play(): void {
  const context = new AudioContext();
  const { currentTime, destination } = context;
  const lastNote = NOTES.map((frequency, i) => {
    const start = currentTime + i * INTERVAL_S;
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(VOLUME, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + FADE_S);
    const note = new OscillatorNode(context, { frequency });
    note.connect(volume).connect(destination);
    note.start(start);
    note.stop(start + FADE_S);
    return note;
  }).at(-1)!;
  lastNote.onended = () => void context.close();
}
