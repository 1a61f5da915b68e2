// A sign-up form with controlled inputs: what it shows is what React believes, not what is in the DOM.
import { type FormEvent, useState } from "react";
import { createRoot } from "react-dom/client";
import "./style.css";

const PLANS = { weekly: "every week", monthly: "once a month", rarely: "when it matters" } as const;
type Plan = keyof typeof PLANS;

interface Answer {
  name: string;
  email: string;
  plan: Plan;
}

function Mark() {
  return (
    <svg className="mark" viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="11" />
      <path d="M13 28V12h14M13 20h10" />
      <circle cx="27" cy="27" r="2.4" />
    </svg>
  );
}

function Tick() {
  return (
    <svg className="tick" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="12" />
      <path d="m7 12.5 3.4 3.4L17 9" />
    </svg>
  );
}

function Title() {
  return (
    <header>
      <Mark />
      <div>
        <h1>Field Notes</h1>
        <p>Short letters about the open web.</p>
      </div>
    </header>
  );
}

function Thanks({ to }: { to: Answer }) {
  return (
    <div className="answer" role="status">
      <Tick />
      <p>
        Thank you, {to.name}! We sent a note{to.email && ` to ${to.email}`}.
      </p>
    </div>
  );
}

function SignUp() {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [plan, setPlan] = useState<Plan>("weekly");
  const [news, setNews] = useState(true);
  const [answer, setAnswer] = useState<Answer | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAnswer({ name: name.trim().split(/\s+/)[0] ?? "", email, plan });
  }

  return (
    <main>
      <form onSubmit={submit}>
        <Title />

        <label htmlFor="name">
          Name
          <input
            id="name"
            name="name"
            autoComplete="off"
            placeholder="Your name"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>

        <label htmlFor="email">
          Email
          <input
            id="email"
            name="email"
            type="email"
            autoComplete="off"
            placeholder="you@example.com"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </label>

        <label htmlFor="plan">
          How often
          <select id="plan" name="plan" value={plan} onChange={(event) => setPlan(event.target.value as Plan)}>
            {Object.entries(PLANS).map(([key, label]) => (
              <option key={key} value={key}>
                {label.charAt(0).toUpperCase() + label.slice(1)}
              </option>
            ))}
          </select>
        </label>

        <label className="check" htmlFor="news">
          <input
            id="news"
            name="news"
            type="checkbox"
            checked={news}
            onChange={(event) => setNews(event.target.checked)}
          />
          Tell me about new issues, too
        </label>

        <button className="submit" type="submit" disabled={name.trim() === ""}>
          Sign up
        </button>

        {answer && <Thanks to={answer} />}
      </form>
    </main>
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<SignUp />);
