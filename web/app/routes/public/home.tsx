export default function Home() {
  return <h1>Thumbsmith</h1>;
}
